import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { shownTime } from '#platform/dates.ts';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { fillWords, usePortal } from '#platform/web/boot.ts';
import { HeaderBar } from '#ui/HeaderBar.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { LoadingText } from '#ui/LoadingText.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { evidencePaths } from '../../paths.ts';
import { messageOf } from '../messages.ts';
import classes from './Check.module.css';
import { FileCheck } from './FileCheck.tsx';
import { useCheckedPack, type CheckedPack } from './queries.ts';

/** A heading that takes the focus, so that a screen reader says that the page is another one. */
function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </h1>
  );
}

/** A code, typed from paper. */
function CodeForm({ label }: { label: string }) {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    if (typed.length < 4) setError('Enter the code of the evidence pack.');
    else void navigate(evidencePaths.check(typed.toUpperCase()));
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        className={classes.field}
        label={label}
        description="Sixteen letters and numbers, on the first and last page of the pack."
        placeholder="XXXX-XXXX-XXXX-XXXX"
        size="md"
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" size="md">
        Check
      </Button>
    </form>
  );
}

function Record({ pack }: { pack: CheckedPack }) {
  const { company, documentId, madeAt, withdrawnAt, pages, bytes, fingerprint, code } = pack;
  const facts = [
    { key: 'made', label: 'Made', value: <time dateTime={madeAt}>{shownTime(madeAt)}</time> },
    ...(withdrawnAt ? [{ key: 'withdrawn', label: 'Withdrawn', value: <time dateTime={withdrawnAt}>{shownTime(withdrawnAt)}</time> }] : []),
    { key: 'document', label: 'Document', value: documentId },
    { key: 'size', label: 'File', value: `PDF, ${pages} ${pages === 1 ? 'page' : 'pages'}, ${bytes.toLocaleString('en-US')} bytes` },
    { key: 'code', label: 'Code', value: <span className={classes.code}>{code}</span> },
  ];
  return (
    <section className={classes.sheet} aria-label="Record of the evidence pack">
      <StatusPill tone={withdrawnAt ? 'danger' : 'success'}>{withdrawnAt ? 'Withdrawn' : 'Valid'}</StatusPill>
      <p className={classes.name}>
        <bdi>{company}</bdi>
      </p>
      <p className={classes.company}>
        {withdrawnAt
          ? 'issued this evidence pack and has withdrawn it since. Ask for a current one.'
          : 'issued this evidence pack and has not withdrawn it.'}
      </p>
      <KeyValueList items={facts} />
      <p className={classes.label}>SHA-256 of the file</p>
      <code className={classes.print}>{fingerprint}</code>
    </section>
  );
}

function Answer({ code }: { code: string }): ReactNode {
  const found = useCheckedPack(code);
  if (found.isPending) return <LoadingText>Looking up the pack...</LoadingText>;
  if (found.data)
    return (
      <>
        <Heading>Evidence pack check</Heading>
        <Record pack={found.data} />
        <FileCheck pack={found.data} />
        <p className={classes.small}>
          The record says which file was made and when. What the company states in it is for the company to show.
        </p>
      </>
    );
  const isUnknown = ['no-such-pack', 'invalid'].includes((found.error as { code?: string }).code ?? '');
  return (
    <>
      <Heading>{isUnknown ? 'No evidence pack has this code' : 'The code could not be checked'}</Heading>
      <p className={classes.lead}>
        {isUnknown ? (
          <>
            We do not know <span className={classes.code}>{code.slice(0, 40)}</span>. Check each character: codes never contain 0, 1, O, or
            I. A company keeps its newest 200 packs, so the record of a very old pack may be gone.
          </>
        ) : (
          messageOf(found.error)
        )}
      </p>
      {!isUnknown && (
        <Button variant="default" loading={found.isFetching} onClick={() => void found.refetch()}>
          Try again
        </Button>
      )}
    </>
  );
}

/** For anyone who was sent an evidence pack: whether it is genuine and still valid. */
export function CheckPackScreen() {
  const { code = '' } = useParams();
  const { brand } = usePortal();
  return (
    <div className={classes.page}>
      <HeaderBar logo={<BrandLogo href={evidencePaths.check()} />} />
      <main id="main" className={classes.main}>
        <div className={classes.check}>
          {code === '' ? (
            <>
              <Heading>Check an evidence pack</Heading>
              <p className={classes.lead}>Did a company send you a security evidence pack? Its code shows whether the file is genuine.</p>
            </>
          ) : (
            <Answer key={code} code={code} />
          )}
          <CodeForm key={`after ${code}`} label={code === '' ? 'Code of the evidence pack' : 'Check another one'} />
        </div>
      </main>
      <footer className={classes.footer}>
        <span>{fillWords('Evidence packs made with {brandLong}.')}</span>
        <a href={brand.links.privacy} target="_blank" rel="noreferrer noopener" className={classes.link}>
          Privacy
        </a>
      </footer>
    </div>
  );
}
