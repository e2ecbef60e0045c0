/** The parts of the interface, as its document groups them, each with a sentence. */
export const TAGS = {
  'Sign-in': 'Signing in with a one-time code, where you are signed in, and your own profile.',
  Tickets: 'Reporting, finding, reading and changing tickets.',
  Answers: "The team's memory: what was solved, and whom it helped.",
  Comments: 'What people say on a ticket, and the closure summaries that answer it.',
  Attachments: 'Files on tickets.',
  Links: 'How tickets belong together, and which answer solved another one.',
  'External references': 'Addresses of what lies elsewhere and belongs to a ticket.',
  Overview: 'The board, the workload, and what is counted.',
  "Developers' to-do list": 'The tasks of a developer, in their own order.',
  'Ticket templates': 'Starts for new tickets.',
  'Saved views': 'Pages with filters that people keep for themselves.',
  Projects: 'What tickets belong to.',
  Settings: 'What developers set for everyone, and whether mail works.',
  Users: 'People, their roles and their activity.',
  Tokens: 'Tokens with which programs act for their owners.',
  Records: 'Who changed what matters to security.',
  Moving: 'Taking data out, and bringing it in.',
  Notices: 'What happened that concerns you.',
  Notifications: 'What is mailed, what became of it, and how to have no more of it.',
  Events: 'What happened: the record, its delivery, and the live stream.',
  Webhooks: 'Addresses to which Kwit sends events, and what it sends.',
  Service: 'Whether the service lives, what it measures, and this document.',
} as const satisfies Readonly<Record<string, string>>;

export type Tag = keyof typeof TAGS;
