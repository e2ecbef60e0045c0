import { useRouter } from '@tanstack/react-router';
import { IconButton } from '../../design/button.tsx';
import { t } from '../../texts/texts.ts';

/** Goes back to where the user came from, or home when they opened the address directly, as from a mail. */
export function BackButton() {
  const router = useRouter();
  const back = () => (router.history.canGoBack() ? router.history.back() : router.navigate({ to: '/' }));
  return <IconButton icon="left" label={t('action.back')} onClick={back} />;
}
