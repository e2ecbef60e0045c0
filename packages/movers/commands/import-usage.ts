const FIELDS = `      --fields                     Makes fields for what it asks in fields of its own; those that are there take it anyway.`;

/** The help on imports. Many of their options say the same of each product. */
export const IMPORT_USAGE = `  import kwit <file.tar>           Brings everything of an export into an empty Kwit: all of it, or nothing.
  import openarca <folder|backup.tar.gz|data.sqlite>
                                   Brings everything of an OpenArca: all of it, or nothing. Stop Kwit first.
      --dry-run                    Reads everything and writes nothing.
      --report <file>              Writes the report as JSON.
      --map status.resolved=waiting
                                   Says what a word means that Kwit does not have: of a status, a category, a priority or
                                   a task_status. It may be given more than once.
      --renumber                   Gives its tickets other numbers when Kwit has tickets with theirs.
      --settings, --mail-settings  Takes over edition and flags; the mail provider with its secrets.
      --allow-missing-files        Ends with 0 although uploaded files are missing.
      --repair-links               Imports a database with broken links between its rows.
  import csv <file.csv>            Brings the tickets of a table, as the list gives it or another product. It says what it
                                   would do, and asks; without a terminal it does it.
      --dry-run, --yes             Writes nothing; does not ask.
      --columns "Temat=title,X="   Says which column is which; X is left out.
      --ignore-unknown             Leaves out columns that Kwit does not know.
      --fields                     Makes fields of columns that Kwit does not know.
      --encoding windows-1250      Of a file that is not UTF-8: also iso-8859-2, windows-1252, iso-8859-1, utf-16le.
      --separator ";"              Where the header does not tell: a comma, a semicolon or tab.
      --zone Europe/Warsaw         Of times that tell none; else they are UTC.
      --dates dmy|mdy|ymd          How days in numbers are written, where the table does not tell: 20.11.2026, 11/20/2026.
      --people <people.csv>        Says who the names of reporters and assignees are: login, email, name.
      --people placeholder|create|skip
                                   People whom Kwit does not know: they cannot sign in until a developer activates them;
                                   they may, where their domain is allowed; they are left out.
      --map status.Done=closed     Says what a word means. It may be given more than once.
      --restricted-to <address>    The developer who works on restricted tickets; without it they refuse the import.
      --comments <file.csv>        Brings comments: external_id, author_email, created_at, is_internal, content.
      --files <folder>             Has the files that the column attachments names, one a line.
      --rejected <file.csv>        Writes the rows that cannot be imported, to be corrected and imported.
      --source <name>              Tells apart tables whose external_id would mix.
      --report <file>              Writes the report as JSON.
  import github <issues.json …|archive.tar.gz>
                                   Brings issues: what "gh issue list --json" writes, pages of the REST interface with those
                                   of /issues/comments beside them, or a migration archive, which has files, too.
      --people <people.csv>        Says who is who: login, email, name. Others come as "login (GitHub)".
      --map label.bug=category.bug Says what a label means, a category or a priority. It may be given more than once.
      --map state.open=verified    The status of open issues; else they are submitted.
      --labels-as-projects         Makes the first label that means nothing else the project.
      --answer last-comment        Makes the last comment of a closed issue its answer.
      --rejected <file>            Where rows go that are no issues, to be corrected and imported; not of an archive.
${FIELDS}
      --dry-run, --yes, --report <file>
                                   As for a table.
  import jira <file.csv>           Brings what "Export CSV (all fields)" of Jira wrote: Cloud, Data Center, Service Management.
      --zone Europe/Warsaw         The time zone of who exported it: the file does not tell. It must be said.
      --people <people.csv>        Says who is who: login, email, name. A login is an id of Jira, or a user name.
      --files <folder>             Has the downloads of its files, named as they are, or <issue>_<name>.
      --comments public|internal   For whom its comments are; internal unless said, for the file does not tell.
      --map status.Live=closed     Says what a word means: of a status, a priority, or of a type with category.
      --columns "Titel=summary"    Says which column is which, where a header is in a language that Kwit does not read.
      --dates dmy|mdy|ymd          How days in numbers are written, where the export does not tell.
      --restricted-to <address>    The developer who works on issues with a security level.
      --answer last-comment        Makes the last public word of who worked on a closed issue its answer.
      --source <name>              Tells apart sites whose keys would mix.
${FIELDS}
      --dry-run, --yes, --report <file>
                                   As for a table.
  import redmine <address|folder>  Brings what the REST interface of Redmine answers, fetched now or kept in a folder.
      --key-file <file>            Has the key of an administrator; it is sent in a header, and kept nowhere.
      --save <folder>              Keeps what is fetched, to be imported again from there, or to go on after it broke off.
      --incomplete                 Imports the rest, where it gives less than it announces.
      --restricted-to <address>    The developer who works on private issues.
      --markup textile|markdown    How its texts are written: Redmine does not tell. It must be said.
      --people <people.csv>        Says who is who: login, email, name.
      --map "status.Live=waiting"  Says what a word means: of an open status, a priority, or of a tracker with category.
      --answer last-comment        Makes the last public note of who worked on a closed issue its answer.
      --without-admin              Goes on with a key that does not read addresses and private notes.
      --renumber                   Gives its issues other numbers, when Kwit has tickets with theirs.
      --source <name>              Tells apart several Redmines whose numbers would mix.
${FIELDS}
      --dry-run, --yes, --report <file>
                                   As for a table.
  import trello <board.json>       Brings a board of Trello: Menu › Print, export and share › Export as JSON.
      --zone Europe/Warsaw         In which due dates are days; UTC unless said.
      --people <people.csv>        Says who is who: login, email, name. A login is a user name of Trello.
      --files <folder>             Has the downloads of its files: <id>/<name>, or <id>_<name>.
      --closed-lists Done,Live     The lists whose cards are closed; else only archived ones are.
      --map "list.Doing=in_progress"
                                   Says what a list means. It may be given more than once.
      --comments public|internal   For whom its comments are; public unless said, as on the board.
      --answer last-comment        Makes the last public word of who worked on a closed card its answer.
${FIELDS}
      --dry-run, --yes, --report <file>
                                   As for a table.
  import zammad <address|folder>   Brings what the REST interface of Zammad answers, fetched now or kept in a folder.
      --key-file <file>            Has a token of an agent of all groups; it is sent in a header, and kept nowhere.
      --save <folder>              Keeps what is fetched, to be imported again from there, or to go on after it broke off.
      --incomplete                 Imports the rest, where it gives less than it announces.
      --people <people.csv>        Says who is who: login, email, name.
      --answer last-comment        Makes the last public word of the owner of a closed ticket its answer.
      --source <name>              Tells apart several Zammads whose ids would mix.
${FIELDS}
      --dry-run, --yes, --report <file>
                                   As for a table.
  import zendesk <address|folder>  Brings a JSON export of Zendesk, or what its interface answers, fetched now or kept in a folder.
      --key-file <file>            Has address/token:key of an administrator; it is sent in a header, and kept nowhere.
      --save <folder>              Keeps what is fetched, to be imported again from there, or to go on after it broke off.
      --incomplete                 Imports the rest, where it gives less than it announces.
      --zone Europe/Warsaw         In which due times are days; UTC unless said.
      --people <people.csv>        Says who is who: login, email, name. A login is an id of Zendesk, or a name.
      --answer last-comment        Makes the last public word of who worked on a closed ticket its answer.
      --source <name>              Tells apart several accounts whose ids would mix.
${FIELDS}
      --dry-run, --yes, --report <file>
                                   As for a table.
  import osticket <dump.sql|folder>
                                   Brings a dump of osTicket 1.10 to 1.18: of mysqldump, MariaDB or phpMyAdmin, or a folder of
                                   mysqldump --tab.
      --zone Europe/Warsaw         The time zone of its database: a dump does not tell. It must be said.
      --files <folder>             Has the files that lie outside of the database, as osTicket keeps them: f/fKey…
      --people <people.csv>        Says who is who: login, email, name. A login is the name of an agent or a person.
      --answer last-comment        Makes the last public word of the agent of a closed ticket its answer.
      --source <name>              Tells apart several osTickets whose ids would mix.
${FIELDS}
      --dry-run, --yes, --report <file>
                                   As for a table.
  import mail <mbox|folder> --since <day>
                                   Brings the mails of an mbox, a Maildir or a folder of .eml files since a day: each thread
                                   is a ticket, answers are its comments. Nobody is told.
      --status submitted|closed    What the tickets are; submitted unless said.
      --people placeholder|create|skip
                                   As for a table.
      --dry-run, --yes, --report <file>
                                   As for a table.
  import verify csv|github|jira|mail|openarca|osticket|redmine|trello|zammad|zendesk …
                                   Compares every value with what came to Kwit; ends with 1 when one differs. It is said as
                                   the import was, with the same options.
  import resume                    Goes on with the imports that were killed, each with what it was asked for.`;
