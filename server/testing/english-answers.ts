import type { SampleAnswer } from './sample-answers.ts';

export const ENGLISH_ANSWERS: readonly SampleAnswer[] = [
  {
    title: 'Invoices to Germany show the wrong VAT rate',
    text: 'Every invoice for a German customer is issued with 23 % VAT instead of the reverse charge.',
    answer: 'The nightly customer import cleared the EU VAT flag. The import now leaves empty columns alone.',
    asked: ['Wrong VAT on German invoices', 'The reverse charge is missing for customers in Germany.'],
  },
  {
    title: 'Cannot print to the label printer in the warehouse',
    text: 'Labels stay in the queue with the status error since the power cut.',
    answer: 'The printer came back with another IP address. It has a DHCP reservation now.',
    asked: ['Label printer in warehouse prints nothing', 'Printing labels hangs in the queue after a power outage.'],
  },
  {
    title: 'Shared mailbox is missing in Outlook',
    text: 'I was given access to the sales mailbox but it does not show in Outlook on my laptop.',
    answer: 'Automapping takes up to an hour; restarting Outlook afterwards shows the mailbox.',
    asked: ['Sales shared mailbox does not appear', 'I have access since this morning and Outlook does not list it.'],
  },
  {
    title: 'Two-factor app lost with my old phone',
    text: 'I changed phones and no longer have the authenticator codes for Microsoft 365.',
    answer: 'Reset the MFA methods in the admin centre; the user registers the new phone at next sign-in.',
    asked: ['New phone, no authenticator codes', 'My two factor login asks for codes from the old phone.'],
  },
  {
    title: 'Git push is rejected with a large file error',
    text: 'Pushing to the design repository fails because a file exceeds 100 MB.',
    answer: 'Moved the video to Git LFS and rewrote the branch with git filter-repo.',
    asked: ['Pushing fails: file too large', 'git rejects my branch because of a video over 100 MB'],
  },
  {
    title: 'Build server runs out of disk space',
    text: 'Nightly builds fail with no space left on device on the CI agent.',
    answer: 'Docker images were never pruned. A weekly prune job keeps 20 GB free.',
    asked: ['CI agent: no space left on device', 'All builds failed last night, the disk is full again.'],
  },
  {
    title: 'Customer portal shows another customer name after login',
    text: 'A customer saw a different company name in the header for a moment.',
    answer: 'The CDN cached the header fragment. Personal pages are now sent with no-store.',
    asked: ['Portal displayed the name of a different customer', 'After logging in the header showed a wrong company.'],
  },
  {
    title: 'Calendar invitations arrive one hour late',
    text: 'Meetings with the London office are shown one hour off since the clocks changed.',
    answer: 'The room mailbox had a fixed time zone. Set it to Europe/London and resent the series.',
    asked: ['Meeting times are off by an hour', 'Invitation from London shows the wrong hour after the clock change.'],
  },
  {
    title: 'Webshop checkout fails with Apple Pay',
    text: 'Customers on iPhones get payment not completed when paying with Apple Pay.',
    answer: 'The merchant domain verification file was lost in the deployment. It is back and monitored.',
    asked: ['Apple Pay payments are not completed', 'Checkout on an iPhone fails in our shop.'],
  },
  {
    title: 'Headset microphone is not detected on Linux',
    text: 'Ubuntu does not list the USB headset as an input device.',
    answer: 'Switched the sound profile to headset mode in PipeWire and updated the kernel.',
    asked: ['USB headset has no microphone in Ubuntu', 'Input devices do not list my headset.'],
  },
  {
    title: 'Database migration locks the orders table',
    text: 'During the release all order pages hung for four minutes.',
    answer: 'The index is now created concurrently and migrations have a lock timeout of two seconds.',
    asked: ['Order pages hang while we deploy', 'A migration locked the table of orders.'],
  },
  {
    title: 'Cannot open PDF attachments from the ticket',
    text: 'Clicking a PDF downloads a file with zero bytes in Firefox.',
    answer: 'A proxy stripped the range responses. Range requests are passed on now.',
    asked: ['PDF attachment downloads empty', 'Firefox saves a zero byte file when I click on it.'],
  },
  {
    title: 'New starter needs a laptop and accounts',
    text: 'A new colleague joins finance on the first of the month.',
    answer: 'Ordered by the onboarding form; accounts are created five days before the first day.',
    asked: ['Equipment for a new colleague', 'Someone joins finance next month and needs accounts and a laptop.'],
  },
  {
    title: 'Power BI dashboard does not refresh',
    text: 'The sales dashboard shows data of last Tuesday; scheduled refresh fails.',
    answer: 'The gateway account password had expired. It is now a managed service account.',
    asked: ['Dashboard in Power BI shows old data', 'The scheduled refreshes have been failing since Tuesday.'],
  },
  {
    title: 'Keyboard types the wrong characters',
    text: 'After the update the keyboard layout is US and I cannot type Polish letters.',
    answer: 'Windows added a second layout. Removed it; Win+Space switches layouts.',
    asked: ['Wrong keyboard layout after Windows update', 'Typing gives other characters than printed on the keys.'],
  },
  {
    title: 'Ticket e-mails land in the spam folder',
    text: 'Notification mails of the helpdesk go to junk for all Gmail addresses.',
    answer: 'SPF lacked the new relay. Added it and turned DKIM signing on.',
    asked: ['Helpdesk notifications go to junk mail', 'Our Gmail users find the mails in spam.'],
  },
  {
    title: 'Scanner app crashes on Android 15',
    text: 'The warehouse scanner app closes when opening the camera since the update.',
    answer: 'Version 4.2 asks for the camera permission in the new way. Rolled out by MDM.',
    asked: ['Warehouse app closes when I scan', 'On Android it crashed as soon as the camera opens.'],
  },
  {
    title: 'Certificate warning on the intranet',
    text: 'Browsers warn that the certificate of the intranet is not valid since today.',
    answer: 'The certificate expired; renewal by ACME failed because port 80 was closed. Renewed and monitored.',
    asked: ['Intranet says connection is not private', 'All browsers show a warning about an invalid certificate.'],
  },
];
