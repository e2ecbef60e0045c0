/** Which picture the viewer shows. Pictures ask for it, and the ticket's page has the viewer. */
import { observable, useObservable } from '../../observable/observable.ts';

const viewed = observable<string | undefined>(undefined);

export const viewPicture = (id: string): void => viewed.set(id);
export const closeViewer = (): void => viewed.set(undefined);
export const useViewed = (): string | undefined => useObservable(viewed);
