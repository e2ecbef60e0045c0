/** Adds an index that sums up what somebody has stored without reading the files' rows. */
export const storageOfPeople = {
  name: '0034-storage-of-people',
  statements: () => ['create index attachments_by_person on attachments (uploaded_by, size)'],
};
