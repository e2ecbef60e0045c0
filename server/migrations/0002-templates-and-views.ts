import type { ColumnTypes } from '../database/dialect.ts';

/** Adds templates for new tickets, and saved views. */
export const templatesAndViews = {
  name: '0002-templates-and-views',
  statements: (t: ColumnTypes) => [
    `create table ticket_templates (
      id ${t.id} primary key, name ${t.text} not null, project_id ${t.id} references projects (id) on delete set null,
      category ${t.text} not null, urgency_reporter ${t.text} not null, title_template ${t.text} not null,
      description_template ${t.text} not null, checklist_items ${t.json} not null, is_active ${t.flag} not null,
      created_at ${t.time} not null, updated_at ${t.time} not null) ${t.tableEnd}`,
    'create index templates_by_project on ticket_templates (project_id)',
    `create table saved_views (
      id ${t.id} primary key, user_id ${t.id} not null references users (id), name ${t.text} not null,
      page ${t.text} not null, query ${t.text} not null, created_at ${t.time} not null) ${t.tableEnd}`,
    'create index views_by_user on saved_views (user_id, id)',
  ],
};
