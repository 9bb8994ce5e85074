import { Button, TextInput } from '@mantine/core';
import IconRosetteDiscountCheck from '@tabler/icons-react/dist/esm/icons/IconRosetteDiscountCheck.mjs';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { shownDay } from '#platform/dates.ts';
import { fillWords } from '#platform/web/boot.ts';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { trainingPaths } from '../../paths.ts';
import { Waiting } from '../play/Waiting.tsx';
import { counted } from '../play/words.ts';
import classes from './Certificate.module.css';
import { Heading, LearnPage } from './LearnPage.tsx';
import { isRefusal, messageOf } from './messages.ts';
import { useCertificate, type CheckedCertificate } from './queries.ts';

/** A code, typed from paper. */
function CodeForm({ label }: { label: string }) {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    if (typed.length < 4) setError('Please enter the code of the certificate.');
    else void navigate(trainingPaths.certificate(typed.toUpperCase()));
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        className={classes.field}
        label={label}
        description="It stands at the foot of the certificate, sixteen letters and numbers."
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

function Valid({ certificate }: { certificate: CheckedCertificate }) {
  const { name, company, title, isYear, score, minutes, finishedAt, code } = certificate;
  const facts = [
    { key: 'course', label: isYear ? 'Program' : 'Course', value: title },
    { key: 'finished', label: 'Finished', value: <time dateTime={finishedAt}>{shownDay(finishedAt)}</time> },
    { key: 'minutes', label: 'Length', value: counted(minutes, 'minute') },
    ...(score === null ? [] : [{ key: 'score', label: 'Test', value: `${score}%` }]),
    { key: 'code', label: 'Code', value: <span className={classes.code}>{code}</span> },
  ];
  return (
    <section className={classes.sheet} aria-label="Certificate">
      <p className={classes.verdict}>
        <IconRosetteDiscountCheck size={28} stroke={1.5} aria-hidden /> This certificate is genuine
      </p>
      <p className={classes.name}>
        <bdi>{name}</bdi>
      </p>
      <p className={classes.company}>
        <bdi>{company}</bdi>
      </p>
      <KeyValueList items={facts} />
    </section>
  );
}

function Answer({ code }: { code: string }): ReactNode {
  const found = useCertificate(code);
  if (found.isPending) return <Waiting label="Looking it up" />;
  if (found.data)
    return (
      <>
        <Heading>Certificate check</Heading>
        <Valid certificate={found.data} />
        <p className={classes.small}>
          Compare name, course and day with the paper in front of you. Anything else on it is not ours to confirm.
        </p>
        <CodeForm label="Check another one" />
      </>
    );
  const isUnknown = isRefusal(found.error, 'no-such-certificate') || (found.error as { code?: string }).code === 'invalid';
  return (
    <>
      <Heading>{isUnknown ? 'No certificate has this code' : 'The code could not be checked'}</Heading>
      <p className={classes.lead}>
        {isUnknown ? (
          <>
            <span className={classes.code}>{code.slice(0, 40)}</span> is not a code we know. Check each character: codes never contain 0, 1,
            O, or I. A certificate is deleted together with its person.
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
      <CodeForm label="Check another one" />
    </>
  );
}

/** For whoever was shown a certificate: whether it is true. */
export function CertificateScreen() {
  const { code = '' } = useParams();
  return (
    <LearnPage
      home={trainingPaths.certificate('').replace(/\/$/, '')}
      words={fillWords('Certificates of the security training with {brandLong}.')}
    >
      <div className={classes.check}>
        {code === '' ? (
          <>
            <Heading>Check a certificate</Heading>
            <p className={classes.lead}>
              Somebody showed you a certificate of our security training? Its code tells whether it is genuine.
            </p>
            <CodeForm label="Code of the certificate" />
          </>
        ) : (
          <Answer key={code} code={code} />
        )}
      </div>
    </LearnPage>
  );
}
