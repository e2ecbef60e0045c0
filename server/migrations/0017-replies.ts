/** The replies to a comment: without it, the databases read all comments to make sure that one without any may go. */
export const replies = {
  name: '0017-replies',
  statements: () => ['create index comments_by_parent on comments (parent_id) where parent_id is not null'],
}
