import { useId, useState } from 'react';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import classes from './Check.module.css';
import type { CheckedPack } from './queries.ts';

/** No pack is nearly as large; reading more would only keep the browser busy. */
const mostBytes = 100 * 1024 * 1024;

type Outcome = { kind: 'same' | 'other' | 'failed'; name: string; fingerprint?: string; reason?: string };

/** SHA-256 of a file, worked out by the browser: the file goes nowhere. */
async function fingerprintOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function compare(file: File, { fingerprint }: CheckedPack): Promise<Outcome> {
  const { name } = file;
  if (file.size > mostBytes)
    return { kind: 'failed', name, reason: 'The file is larger than any evidence pack.' };
  try {
    const own = await fingerprintOf(file);
    return { kind: own === fingerprint ? 'same' : 'other', name, fingerprint: own };
  } catch {
    return {
      kind: 'failed',
      name,
      reason: 'Your browser could not read the file. Choose it again, or use another browser.',
    };
  }
}

function Result({ outcome, pack }: { outcome: Outcome; pack: CheckedPack }) {
  const { kind, name, fingerprint, reason } = outcome;
  if (kind === 'failed')
    return <p className="grid justify-items-start gap-2 text-reading wrap-anywhere mt-4">{reason}</p>;
  return (
    <div className="grid justify-items-start gap-2 text-reading wrap-anywhere mt-4">
      <StatusPill tone={kind === 'same' ? (pack.withdrawnAt ? 'warning' : 'success') : 'danger'}>
        {kind === 'same' ? (pack.withdrawnAt ? 'Genuine, but withdrawn' : 'Genuine') : 'Not the same file'}
      </StatusPill>
      <p>
        {kind === 'same' ? (
          <>
            <bdi>{name}</bdi> is exactly the file that was made.
          </>
        ) : (
          <>
            <bdi>{name}</bdi> differs from the file that was made. It may be another pack, or it was changed
            or saved again. Ask <bdi>{pack.company}</bdi> for the original file.
          </>
        )}
      </p>
      {fingerprint && (
        <code className={`${classes.print} block text-body leading-5.5 font-mono wrap-anywhere`}>
          {fingerprint}
        </code>
      )}
    </div>
  );
}

/** A field to drop or choose the file in hand; it is compared with the record here, and sent nowhere. */
export function FileCheck({ pack }: { pack: CheckedPack }) {
  const id = useId();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setOutcome(await compare(file, pack));
    setBusy(false);
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-title tracking-normal mb-3">
        Compare your file
      </h2>
      <label
        htmlFor={id}
        className={`${classes.drop} cursor-pointer grid relative gap-1 text-center rounded-card bg-card`}
      >
        <span className="text-reading font-medium">
          {busy ? 'Comparing…' : 'Choose the PDF, or drop it here'}
        </span>
        <span className="text-body leading-5.5 text-dimmed text-pretty">
          Your browser compares it. The file is not uploaded.
        </span>
        {/* covers the field, so that the browser takes what is dropped there by itself */}
        <input
          id={id}
          type="file"
          accept="application/pdf,.pdf"
          className={`${classes.input} absolute cursor-pointer`}
          onChange={(event) => {
            void check(event.currentTarget.files?.[0]);
            // the same file can be chosen again
            event.currentTarget.value = '';
          }}
        />
      </label>
      <output htmlFor={id}>{outcome && <Result outcome={outcome} pack={pack} />}</output>
    </section>
  );
}
