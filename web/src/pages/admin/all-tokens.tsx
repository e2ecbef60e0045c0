import { useInfiniteQuery } from '@tanstack/react-query';
import { allTokensQuery } from '../../backend/api-tokens.ts';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { Section } from '../../design/page.tsx';
import { Pending, ShowMore } from '../../design/pending.tsx';
import { TokenRow, useRevoking } from '../../session/tokens/token-row.tsx';
import { t } from '../../texts/texts.ts';

/** The tokens of everybody, to see who lets which programs in, and to end one. */
export function AllTokens() {
  const query = useInfiniteQuery(allTokensQuery);
  const { isGoing, revoke } = useRevoking();
  const tokens = query.data?.pages.flatMap(({ items }) => items).filter((token) => !isGoing(token));
  return (
    <Section title={t('admin.tokens')} {...(tokens && !query.hasNextPage ? { count: tokens.length } : {})}>
      {!query.data && <Pending query={query} />}
      {tokens?.length === 0 && <Empty text={t('token.none')} />}
      <ul className="px-4 md:px-5">
        {tokens?.map((token) => (
          <TokenRow key={token.id} token={token} owner={token.user_name}>
            <Button small look="quiet" onClick={() => revoke(token)}>
              {t('token.revoke')}
            </Button>
          </TokenRow>
        ))}
      </ul>
      <ShowMore pages={query} />
    </Section>
  );
}
