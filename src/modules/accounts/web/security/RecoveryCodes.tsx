import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { fillWords } from '#platform/web/boot.ts';
import { useSession } from '#platform/web/query.ts';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import classes from './Security.module.css';

const keepText = (codes: readonly string[], email: string): string =>
  [
    fillWords('{brandLong}: recovery codes of {email}', { email }),
    'Each code lets you in once, with your password.',
    '',
    ...codes,
    '',
  ].join('\n');

function download(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}

/** Ten codes, shown this once: to copy, to keep as a file or to print. */
export function RecoveryCodes({
  codes,
  onDone,
  doneLabel,
}: {
  codes: readonly string[];
  onDone: () => void;
  doneLabel: string;
}) {
  const { email } = useSession();
  const text = keepText(codes, email);
  return (
    <div className="grid gap-5">
      <p className={classes.words}>
        Keep these ten codes where you find them without your phone. Each one lets you in once, with your
        password, if the phone is lost. <strong>They are not shown again.</strong>
      </p>
      <div data-print-alone className="border rounded bg-canvas p-4">
        <p className={`${classes.printTitle} mb-4`}>
          {fillWords('{brandLong}: recovery codes of {email}', { email })}
        </p>
        <ol
          className={`${classes.codes} grid-cols-2 grid gap-2 gap-x-6 text-reading font-mono text-center`}
          aria-label="Recovery codes"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">
        <CopyButton value={codes.join('\n')} label="Copy" withLabel />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          onClick={() => download(text)}
        >
          Download
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>{doneLabel}</Button>
      </div>
    </div>
  );
}
