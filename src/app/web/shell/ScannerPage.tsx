import { Anchor } from '@mantine/core';
import { supportAddress } from '#platform/web/boot.ts';
import { DrawingWebsiteScan } from '#ui/drawings/DrawingWebsiteScan.tsx';
import { StandAlonePage } from './StandAlonePage.tsx';

/** Where the scanner's User-Agent leads whoever finds it in the log of a website. */
export function ScannerPage() {
  const support = supportAddress();
  return (
    <StandAlonePage title="About our website scanner" drawing={<DrawingWebsiteScan />}>
      <p>
        You probably found this address in the log of a website. An administrator of that website confirmed to
        be allowed to have it scanned, and our scanner looked for weaknesses on their behalf.
      </p>
      <p>
        It reads at most ten addresses a second, changes nothing, leaves sign-out and delete links alone, and
        slows down when a server asks it to. Each request names this page in its User-Agent.
      </p>
      <p>
        If no one at your company asked for it, write to <Anchor href={`mailto:${support}`}>{support}</Anchor>{' '}
        with the host name and the time, and we will stop it.
      </p>
    </StandAlonePage>
  );
}
