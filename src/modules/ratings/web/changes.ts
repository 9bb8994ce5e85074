import { useMutation } from '@tanstack/react-query';
import { call } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { queryClient } from '#platform/web/query.ts';
import { useChange } from '#platform/web/useChange.ts';
import { toast } from '#ui/notice/toast.ts';
import { ratingsContract } from '../contract.ts';
import { messageOf, reportToastFor, toasts } from './messages.ts';
import { ratingsKeys } from './queries.ts';

const reload = () => queryClient.invalidateQueries({ queryKey: ratingsKeys.all });
const failed = (error: unknown) => ({ failed: messageOf(error) });

/** Measures anew; the screen asks for progress by itself then. */
export const useRefresh = () =>
  useChange(ratingsContract.fastRatings, {
    after: reload,
    done: () => 'Measuring has begun. It takes about a minute.',
    failed,
  });

export const useDisown = () =>
  useChange(ratingsContract.disownAsset, {
    after: reload,
    done: (_reply, { asset }) => `${asset} is left out of your rating.`,
    failed: () => null,
  });

export const useOwn = () =>
  useChange(ratingsContract.ownAsset, {
    after: reload,
    done: (_reply, { asset }) => `${asset} counts in your rating again.`,
    failed,
  });

export const useSelectors = () =>
  useChange(ratingsContract.saveDkimSelectors, {
    after: reload,
    done: () => 'Saved. The names are checked with the next measurement.',
    failed: () => null,
  });

export const useRequestReport = () =>
  useChange(ratingsContract.requestDetailedReport, {
    done: () => 'Requested. The report arrives as a Cyber Concierge message.',
    failed: () => null,
  });

export const useCheckOwnership = () =>
  useChange(ratingsContract.checkOwnership, {
    after: reload,
    done: ({ data }) => (data.verified ? 'The domain is yours. Open ports are checked from now on.' : null),
    failed: () => null,
  });

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

function saveFile(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // the download has begun with the click
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Asks for the snapshot report and saves it; says so for as long as modules.md 9 wants. */
export const useSnapshot = () =>
  useMutation({
    mutationFn: async ({ url, name }: { url: string; name: string }) => {
      const { pdf, error } = await call(ratingsContract.fastRatings, { url });
      if (pdf === null) throw new Error(error ?? toasts.failed);
      saveFile(bytesOf(pdf), name);
    },
    onSuccess: () => toast.success(toasts.received, { duration: reportToastFor }),
    onError: (error) => {
      toast.danger(error.message.includes(toasts.noEvents) ? toasts.invalidUrl : messageOf(error));
      void logError(error, { endpoint: ratingsContract.fastRatings.path });
    },
  });
