-- Rows of a small OpenArca with a bit of everything. A first digit tells what an id names: a people, b projects, c tickets,
-- d comments, e files, 7 history, 8 tasks. Everything of a burst stands in one second.

insert into users (id, email, name, role, language, email_notify_ticket_status, avatar_filename, created_at, last_login) values
  ('aaaaaaaa-0000-4000-8000-000000000001', 'ada.kowalska@example.com', 'Ada Kowalska', 'developer', 'pl', 1, 'face.png', '2026-03-02 08:00:00', '2026-03-02T08:00:00.123Z'),
  ('aaaaaaaa-0000-4000-8000-000000000002', 'borys@example.com', 'Borys Lis', 'developer', 'en', 1, null, '2026-03-02 08:00:00', '2026-03-02T08:00:00.123Z'),
  ('aaaaaaaa-0000-4000-8000-000000000003', 'celina@client.example', 'Celina Żak', 'user', 'pl', 0, null, '2026-03-02 08:00:00', '2026-03-02T08:00:00.123Z'),
  ('aaaaaaaa-0000-4000-8000-000000000004', 'ewa.nowak@client.example', null, 'user', 'pl', 1, null, '2026-03-02 08:00:00', '2026-03-02T08:00:00.123Z');

insert into projects (id, name, description, color, icon_filename, created_at) values
  ('bbbbbbbb-0000-4000-8000-000000000001', 'Sklep', 'Sklep' || char(10) || 'internetowy', '#2563EB', 'icon.webp', '2026-03-02 08:10:00');

insert into ticket_templates (id, name, project_id, category, title_template, description_template, checklist_json, created_by, created_at, updated_at) values
  ('66666666-0000-4000-8000-000000000001', 'Błąd w sklepie', 'bbbbbbbb-0000-4000-8000-000000000001', 'bug', 'Błąd:', 'Co się stało?', '["Sprawdzono", "Jest zrzut"]', 'aaaaaaaa-0000-4000-8000-000000000001', '2026-03-02 09:30:00', '2026-03-02 09:30:00');

insert into tickets (id, number, title, description, priority, status, category, project_id, reporter_id, assignee_id, estimated_hours, planned_date, order_index, internal_note, created_at, updated_at, closed_at) values
  ('cccccccc-0000-4000-8000-000000000001', 1, 'Eksport gubi wiersz', 'Zażółć gęślą jaźń, jak w #2.', 'high', 'in_progress', 'bug', 'bbbbbbbb-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000003', 'aaaaaaaa-0000-4000-8000-000000000002', 2.5, '2026-03-30', 3, 'Dzwonić po 10.', '2026-03-02 09:00:00', '2026-03-02 09:30:00', null),
  ('cccccccc-0000-4000-8000-000000000002', 2, 'VAT', 'x', 'normal', 'closed', 'other', null, 'aaaaaaaa-0000-4000-8000-000000000003', 'aaaaaaaa-0000-4000-8000-000000000001', null, null, 0, null, '2026-03-02 09:00:00', '2026-03-02 09:30:00', '2026-03-02 09:30:00'),
  ('cccccccc-0000-4000-8000-000000000003', 3, 'Search does not find Łódź', 'Zażółć gęślą jaźń, jak w #2.', 'normal', 'submitted', 'other', null, 'aaaaaaaa-0000-4000-8000-000000000004', null, null, null, 0, null, '2026-03-02 09:00:00', '2026-03-02 09:30:00', null);

insert into ticket_history (id, ticket_id, user_id, field, old_value, new_value, created_at) values
  ('77777777-0000-4000-8000-000000000001', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002', 'status', 'submitted', 'in_progress', '2026-03-02 09:30:00'),
  ('77777777-0000-4000-8000-000000000002', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002', 'assignee_id', 'aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002', '2026-03-02 09:30:00'),
  ('77777777-0000-4000-8000-000000000003', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002', 'project_id', 'bbbbbbbb-0000-4000-8000-000000000009', 'bbbbbbbb-0000-4000-8000-000000000001', '2026-03-02 09:30:00'),
  ('77777777-0000-4000-8000-000000000004', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002', 'order_index', '0', '3', '2026-03-02 09:30:00'),
  ('77777777-0000-4000-8000-000000000005', 'cccccccc-0000-4000-8000-000000000002', 'aaaaaaaa-0000-4000-8000-000000000002', 'status', 'submitted', 'closed', '2026-03-02 09:30:00');

insert into comments (id, ticket_id, user_id, content, is_developer, is_internal, is_closure_summary, parent_id, created_at) values
  ('dddddddd-0000-4000-8000-000000000001', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000003', 'Wiadomość 1', 0, 0, 0, null, '2026-03-02 09:30:00'),
  ('dddddddd-0000-4000-8000-000000000002', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002', 'Wiadomość 2', 1, 0, 0, null, '2026-03-02 09:30:00'),
  ('dddddddd-0000-4000-8000-000000000003', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000003', 'Wiadomość 3', 0, 0, 0, null, '2026-03-02 09:30:00'),
  ('dddddddd-0000-4000-8000-000000000004', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002', 'Wiadomość 4', 1, 0, 0, null, '2026-03-02 09:30:00'),
  ('dddddddd-0000-4000-8000-000000000005', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000003', 'Wiadomość 5', 0, 0, 0, null, '2026-03-02 09:30:00'),
  ('dddddddd-0000-4000-8000-000000000006', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002', 'Wiadomość 6', 1, 0, 0, null, '2026-03-02 09:30:00'),
  ('dddddddd-0000-4000-8000-000000000007', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000003', 'Wiadomość 7', 0, 0, 0, null, '2026-03-02 09:30:00'),
  ('dddddddd-0000-4000-8000-000000000008', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002', 'Wiadomość 8', 1, 0, 0, null, '2026-03-02 09:30:00'),
  ('dddddddd-0000-4000-8000-000000000011', 'cccccccc-0000-4000-8000-000000000002', 'aaaaaaaa-0000-4000-8000-000000000001', 'Tylko dla nas.', 1, 1, 0, null, '2026-03-02 09:30:00'),
  ('dddddddd-0000-4000-8000-000000000012', 'cccccccc-0000-4000-8000-000000000002', 'aaaaaaaa-0000-4000-8000-000000000001', 'Pierwsza odpowiedź.', 1, 0, 1, null, '2026-03-02 09:30:00'),
  ('dddddddd-0000-4000-8000-000000000013', 'cccccccc-0000-4000-8000-000000000002', 'aaaaaaaa-0000-4000-8000-000000000001', 'Stawka VAT jest w ustawieniach kraju.', 1, 0, 1, null, '2026-03-02 09:30:00'),
  ('dddddddd-0000-4000-8000-000000000014', 'cccccccc-0000-4000-8000-000000000002', 'aaaaaaaa-0000-4000-8000-000000000003', 'Dziękuję!', 0, 0, 0, 'dddddddd-0000-4000-8000-000000000013', '2026-03-02 09:30:00');

insert into attachments (id, ticket_id, filename, original_name, mime_type, size, uploaded_by, created_at) values
  ('eeeeeeee-0000-4000-8000-000000000001', 'cccccccc-0000-4000-8000-000000000001', 'e1.png', 'ekran.png', 'image/jpeg', 1, 'aaaaaaaa-0000-4000-8000-000000000003', '2026-03-02 09:00:00'),
  ('eeeeeeee-0000-4000-8000-000000000002', 'cccccccc-0000-4000-8000-000000000001', 'e2.txt', 'dziennik zdarze' || char(197, 132) || '.txt', 'text/plain', 1, 'aaaaaaaa-0000-4000-8000-000000000003', '2026-03-02 09:00:00'),
  ('eeeeeeee-0000-4000-8000-000000000003', 'cccccccc-0000-4000-8000-000000000001', 'e3.txt', 'notatka.txt', 'text/plain', 1, 'aaaaaaaa-0000-4000-8000-000000000003', '2026-03-02 09:00:00');

insert into dev_tasks (id, title, status, ticket_id, created_by, created_at, updated_at) values
  ('88888888-0000-4000-8000-000000000001', 'Of another', 'todo', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000001', '2026-03-02 09:30:00', '2026-03-02 09:30:00'),
  ('88888888-0000-4000-8000-000000000002', 'Of the assignee', 'in_progress', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002', '2026-03-02 09:30:00', '2026-03-02 09:30:00'),
  ('88888888-0000-4000-8000-000000000003', 'Order toner', 'todo', null, 'aaaaaaaa-0000-4000-8000-000000000003', '2026-03-02 09:30:00', '2026-03-02 09:30:00');

insert into ticket_relations (id, ticket_id_a, ticket_id_b, created_by, created_at) values
  ('44444444-0000-4000-8000-000000000001', 'cccccccc-0000-4000-8000-000000000003', 'cccccccc-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000001', '2026-03-02 09:30:00');

insert into ticket_external_references (id, ticket_id, ref_type, url, title, created_by, created_at) values
  ('55555555-0000-4000-8000-000000000001', 'cccccccc-0000-4000-8000-000000000001', 'git_pr', 'HTTPS://Example.com/Mixed?x=%20', 'PR', 'aaaaaaaa-0000-4000-8000-000000000001', '2026-03-02 09:30:00');

insert into telemetry_events (id, event_name, user_id, ticket_id, properties_json, created_at) values
  ('33333333-0000-4000-8000-000000000001', 'ticket.created', 'aaaaaaaa-0000-4000-8000-000000000003', 'cccccccc-0000-4000-8000-000000000001', '{}', '2026-11-20 09:00:00'),
  ('33333333-0000-4000-8000-000000000002', 'ticket.closed', 'aaaaaaaa-0000-4000-8000-000000000001', 'cccccccc-0000-4000-8000-000000000002', null, '2020-01-01 00:00:00'),
  ('33333333-0000-4000-8000-000000000003', 'task.synced', null, null, null, '2026-11-20 09:00:00');

insert into domain_events (id, event_name, payload_json) values
  ('22222222-0000-4000-8000-000000000001', 'ticket.created', '{}');

insert into event_outbox (id, event_id) values
  ('22222222-0000-4000-8000-000000000002', '22222222-0000-4000-8000-000000000001');

insert into otp_codes (id, email, code, expires_at, created_at) values
  ('99999999-0000-4000-8000-000000000001', 'ada.kowalska@example.com', '12345678', '2026-03-02T08:10:00.000Z', '2026-11-22 10:33:01');

insert into settings (key, value) values
  ('allowed_domains', '["example.com","client.example"]'),
  ('app_name', 'Zgłoszenia'),
  ('app_url', 'https://tickets.example.com'),
  ('app_logo_filename', 'logo.png'),
  ('developer_emails', '["ada.kowalska@example.com"]'),
  ('ticket_counter', '41'),
  ('mail_provider', 'smtp'),
  ('smtp_host', 'mail.example.com'),
  ('smtp_pass', 'a password in plain text'),
  ('edition', 'open_core'),
  ('feature_flags', '{"core_board":true,"of_ours":true}');
