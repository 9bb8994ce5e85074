import { Button, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { KeyValueList, type KeyValueListProps } from '#ui/page/KeyValueList.tsx';
import { LoadingText } from '#ui/page/LoadingText.tsx';
import { CallError } from './call.ts';
import classes from './CheckPage.module.css';
import { Heading, LinkPage } from './LinkPage.tsx';

type CheckWords = {
  /** Heading of the page without a code, and what it is for. */
  title: string;
  lead: string;
  /** Label of the field for the code, where the code is printed, and what is said when it is left empty. */
  label: string;
  hint: string;
  missing: string;
  /** Heading of an answer. */
  found: string;
  /** Heading for a code that nothing has, and another reason for that than a typo. */
  unknown: string;
  gone: string;
};

type CheckPageProps<T> = {
  code: string;
  /** Address of the page for a code; for none, where one is typed. */
  pathOf: (code?: string) => string;
  footer: string;
  words: CheckWords;
  query: UseQueryResult<T>;
  /** Code of the refusal for a code that nothing has. */
  unknownCode: string;
  messageOf: (error: unknown) => string;
  children: (found: T) => ReactNode;
};

/** A public page that says whether a document is genuine, by the code printed on it. */
export function CheckPage<T>(props: CheckPageProps<T>) {
  const { code, pathOf, footer, words, query } = props;
  const asks = code === '';
  return (
    <LinkPage home={pathOf()} footer={footer}>
      <div className={`${classes.check} grid gap-6`}>
        {asks ? (
          <>
            <Heading>{words.title}</Heading>
            <p className={classes.lead}>{words.lead}</p>
          </>
        ) : (
          <Answer key={code} {...props} />
        )}
        {(asks || !query.isPending) && (
          <CodeForm key={`after ${code}`} pathOf={pathOf} words={words} again={!asks} />
        )}
      </div>
    </LinkPage>
  );
}

function Answer<T>({ code, words, query, unknownCode, messageOf, children }: CheckPageProps<T>): ReactNode {
  if (query.isPending) return <LoadingText>Checking the code...</LoadingText>;
  if (query.data)
    return (
      <>
        <Heading>{words.found}</Heading>
        {children(query.data)}
      </>
    );
  // the schema of the call refuses what cannot be a code
  const isUnknown = query.error instanceof CallError && [unknownCode, 'invalid'].includes(query.error.code);
  if (isUnknown)
    return (
      <>
        <Heading>{words.unknown}</Heading>
        <p className={classes.lead}>
          We do not know <span className="text-body font-mono">{code.slice(0, 40)}</span>. Check each
          character: codes never contain 0, 1, O, or I. {words.gone}
        </p>
      </>
    );
  return (
    <>
      <Heading>The code could not be checked</Heading>
      <p className={classes.lead}>{messageOf(query.error)}</p>
      <Button
        className="justify-self-start"
        variant="default"
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </>
  );
}

/** A code, typed from paper. */
function CodeForm({
  pathOf,
  words,
  again,
}: Pick<CheckPageProps<unknown>, 'pathOf' | 'words'> & { again: boolean }) {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    if (typed.length < 4) setError(words.missing);
    else void navigate(pathOf(typed.toUpperCase()));
  };
  return (
    <form className={`${classes.form} flex flex-wrap items-end gap-3 border-t`} noValidate onSubmit={submit}>
      <TextInput
        className={classes.field}
        label={again ? 'Check another code' : words.label}
        description={words.hint}
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
      <Button className={classes.submit} type="submit" size="md">
        Check
      </Button>
    </form>
  );
}

type CheckRecordProps = {
  label: string;
  /** Whether it is genuine and still holds. */
  verdict: ReactNode;
  genuine?: boolean;
  name: string;
  line: ReactNode;
  facts: KeyValueListProps['items'];
  code: string;
  children?: ReactNode;
};

/** What is on record of a document: whose it is, and what its paper has to say too. */
export function CheckRecord({
  label,
  verdict,
  genuine = true,
  name,
  line,
  facts,
  code,
  children,
}: CheckRecordProps) {
  return (
    <section className={`${classes.sheet} card`} data-genuine={genuine || undefined} aria-label={label}>
      {verdict}
      <p className={`text-heading wrap-anywhere mt-4`}>
        <bdi>{name}</bdi>
      </p>
      <p className="text-reading text-dimmed wrap-anywhere text-pretty mb-4">{line}</p>
      <KeyValueList
        items={[
          ...facts,
          { key: 'code', label: 'Code', value: <span className="text-body font-mono">{code}</span> },
        ]}
      />
      {children}
    </section>
  );
}

/** What such a record does not say. */
export const CheckNote = ({ children }: { children: ReactNode }) => (
  <p className="text-body leading-5.5 text-dimmed text-pretty">{children}</p>
);
