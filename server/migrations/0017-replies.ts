/** Adds an index of replies: without it, removing a comment reads all comments to check the foreign key. */
export const replies = {
  name: '0017-replies',
  statements: () => ['create index comments_by_parent on comments (parent_id) where parent_id is not null'],
};
