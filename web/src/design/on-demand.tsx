/** Parts of the app whose code loads when the user opens them. One that does not come says so in its place, and the app stays. */
import { useRouter } from '@tanstack/react-router';
import {
  Component,
  type ComponentType,
  createContext,
  type FunctionComponent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { KwitError } from '../backend/client.ts';
import { ofTab } from '../storage.ts';
import { hasTexts, loadTexts, type TextPart, t } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';
import { LoadFailed, ProblemBox, refusalText, Skeleton } from './feedback.tsx';

const UNREACHABLE = new KwitError('unreachable', 'unreachable');
const BROKEN = new KwitError('internal_error', 'A part of the app cannot be loaded.');
const STORAGE_KEY = 'kwit.reloaded';
const PAUSE_MS = 60_000;

/** Whether code or texts did not come: there is no connection, or an update of the service has replaced them. */
export const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS|error loading/i.test(error.message);

/** Whether the service answers. Without it the browser's own page would take the place of an app that reloads. */
const isServiceThere = (): Promise<boolean> =>
  fetch('/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the app may reload itself: once a minute, or it would do nothing else while a part is broken. */
function mayReload(): boolean {
  const last = Number(ofTab.get(STORAGE_KEY) ?? 0);
  if (Date.now() - last < PAUSE_MS) return false;
  ofTab.set(STORAGE_KEY, String(Date.now()));
  return true;
}

/** The message in the place of a part that did not load. After an update of the service the app reloads once, to get the new part. */
export function NotLoaded({ again }: { again: () => void }) {
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    isServiceThere().then((there) => {
      if (there && mayReload()) location.reload();
      else setProblem(there ? BROKEN : UNREACHABLE);
    });
  }, []);
  return problem ? <LoadFailed error={problem} onRetry={again} /> : <Skeleton lines={1} />;
}

interface GuardProps {
  /** Forgets a failure, so that the part is loaded anew where it is opened next. */
  forget: () => void;
  /** Called to put away a dialog that did not come; undefined for a part of a page. */
  onClose: (() => void) | undefined;
  children: ReactNode;
}

class Guard extends Component<GuardProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };
  static getDerivedStateFromError = (error: unknown) => ({ error });

  override componentWillUnmount() {
    this.props.forget();
  }

  override render() {
    const { error } = this.state;
    const { forget, onClose, children } = this.props;
    if (error === undefined) return children;
    if (!isNotLoaded(error)) throw error;
    const again = () => {
      forget();
      this.setState({ error: undefined });
    };
    const notLoaded = <NotLoaded again={again} />;
    if (!onClose) return notLoaded;
    return (
      <Dialog hideTitle title={refusalText(UNREACHABLE)} onClose={onClose}>
        {notLoaded}
      </Dialog>
    );
  }
}

/** Whether the place around a part is in sight. */
const PlaceContext = createContext<RefObject<boolean>>({ current: false });

/**
 * A place for parts on demand. It is drawn once all that it begins with is there, so that nothing pushes down what is below it.
 * A part that comes to it later leaves the rest in sight, and the focus with what somebody writes there.
 */
export function PartPlace({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const inSight = useRef(false);
  return (
    <PlaceContext value={inSight}>
      <Suspense fallback={fallback}>
        {children}
        <Sight of={inSight} />
      </Suspense>
    </PlaceContext>
  );
}

function Sight({ of: place }: { of: RefObject<boolean> }) {
  useEffect(() => {
    place.current = true;
    return () => {
      place.current = false;
    };
  }, [place]);
  return null;
}

export type OnDemand<P> = FunctionComponent<P> & {
  /** Loads the code, also after a failure; never rejects. */
  preload: () => Promise<void>;
};

/**
 * A component whose code and texts load when it is drawn first, or by `preload` before. Its place waits for it, and it is
 * drawn at once when all is there. A failure is not kept, as `lazy` alone would. One with `onClose` is a dialog.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>, ...texts: TextPart[]): OnDemand<P> {
  let Loaded: ComponentType<P> | undefined;
  let loading: Promise<{ default: ComponentType<P> }> | undefined;
  const begin = () => {
    loading ??= Promise.all([load(), ...texts.map(loadTexts)])
      .then(([component]) => {
        Loaded = component;
        return { default: component };
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };
  let Awaited = lazy(begin);
  const forget = () => {
    Awaited = lazy(begin);
  };
  const preload = async () => {
    // Even what has come takes a task to import, behind the next frame.
    if (Loaded && texts.every(hasTexts)) return;
    try {
      await begin();
    } catch {
      // The part says so where it is drawn.
    }
  };
  function Part(props: P) {
    // One component stays as long as the part is drawn: another would begin with another state.
    const place = useContext(PlaceContext);
    const [Shown, setShown] = useState(() => Loaded ?? (place.current ? undefined : Awaited));
    useEffect(() => {
      const refuse = (error: unknown) => () => {
        throw error;
      };
      if (!Shown)
        begin().then(
          ({ default: part }) => setShown(() => part),
          (error) => setShown(() => refuse(error)),
        );
    }, [Shown]);
    return Shown && <Shown {...props} />;
  }
  const Guarded = (props: P & { onClose?: () => void }) => (
    <Guard forget={forget} onClose={props.onClose}>
      <Part {...props} />
    </Guard>
  );
  return Object.assign(Guarded, { preload });
}

/** The page that the router shows for a page that failed. The app around it stays. */
export function RouteError({ error }: { error: unknown }) {
  const router = useRouter();
  const [cutOff, setCutOff] = useState(false);
  if (isNotLoaded(error)) return <NotLoaded again={() => router.invalidate()} />;
  const reload = async () => {
    if (await isServiceThere()) location.reload();
    else setCutOff(true);
  };
  return (
    <ProblemBox
      text={t('shell.broken')}
      act={reload}
      label={t('shell.reload')}
      code={error instanceof Error ? error.message : undefined}
    >
      {cutOff && <p className="text-sm text-danger">{t('refusal.unreachable')}</p>}
    </ProblemBox>
  );
}
