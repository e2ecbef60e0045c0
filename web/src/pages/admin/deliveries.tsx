import { useInfiniteQuery } from '@tanstack/react-query';
import { deliveryPagesQuery, type WebhookDelivery } from '../../backend/webhooks.ts';
import { Empty, Skeleton } from '../../design/feedback.tsx';
import { ShowMore } from '../../design/show-more.tsx';
import { Cell, Table, TableRow } from '../../design/table.tsx';
import { moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

const TONES: Record<WebhookDelivery['status'], string> = {
  pending: 'text-warning',
  delivered: 'text-success',
  failed: 'text-danger',
};

export function Deliveries({ webhookId }: { webhookId: string }) {
  const found = useInfiniteQuery(deliveryPagesQuery(webhookId));
  if (!found.data) return <Skeleton lines={2} />;
  const deliveries = found.data.pages.flatMap(({ items }) => items);
  if (deliveries.length === 0) return <Empty text={t('webhook.noDeliveries')} />;
  return (
    <div className="border-t border-line bg-sunken">
      <Table
        caption={t('webhook.deliveries')}
        heads={[t('outbox.event'), t('field.status'), t('outbox.attempts'), t('webhook.answer'), t('outbox.when')]}
        numeric={[2]}
      >
        {deliveries.map((delivery) => (
          <TableRow key={delivery.id}>
            <Cell>
              <span className="font-mono text-xs">{delivery.event_name}</span>
            </Cell>
            <Cell>
              <span className={`font-medium ${TONES[delivery.status]}`}>{t(`delivery.${delivery.status}`)}</span>
            </Cell>
            <Cell numeric>{delivery.attempts}</Cell>
            <Cell>
              <span className="block min-w-40">{delivery.last_error ?? delivery.response_status ?? '–'}</span>
            </Cell>
            <Cell>
              <span className="whitespace-nowrap">{moment(delivery.created_at)}</span>
            </Cell>
          </TableRow>
        ))}
      </Table>
      <ShowMore pages={found} />
    </div>
  );
}
