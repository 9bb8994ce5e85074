import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { call, isFault } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { toast } from '#ui/notice/toast.ts';
import type { PublicPolicy } from '../../entities.ts';
import { policyLinksContract } from '../../signOffContract.ts';
import classes from './Links.module.css';
import { deadLink, isRefusal, messageOf } from './messages.ts';

type SignFormProps = {
  id: string;
  token: string;
  policy: PublicPolicy;
  name: string;
  onName: (name: string) => void;
  onSigned: (signedAt: string) => void;
  onAlreadySigned: () => void;
  /** The text, or the link, is not what it was. */
  onStale: () => void;
};

/** Below a text: the tick, the name, and the button. */
export function SignForm({
  id,
  token,
  policy,
  name,
  onName,
  onSigned,
  onAlreadySigned,
  onStale,
}: SignFormProps) {
  const [agreed, setAgreed] = useState(false);
  const [faults, setFaults] = useState<{ agreed?: string; name?: string }>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const tick = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);

  const sign = async () => {
    if (running.current) return;
    const typed = name.trim();
    const wrong = {
      ...(agreed ? {} : { agreed: 'Please confirm that you have read and understood the policy.' }),
      ...(typed === '' ? { name: 'Please enter your full name.' } : {}),
    };
    setFaults(wrong);
    setError(null);
    if (wrong.agreed) tick.current?.focus();
    else if (wrong.name) nameField.current?.focus();
    if (wrong.agreed || wrong.name) return;
    running.current = true;
    setBusy(true);
    try {
      const { data } = await call(policyLinksContract.sign, {
        token,
        policyType: policy.id,
        version: policy.version,
        textHash: policy.textHash,
        name: typed,
        agreed: true,
      });
      onSigned(data.signedAt);
      return;
    } catch (failure) {
      if (isRefusal(failure, 'already-signed')) return onAlreadySigned();
      // another text is another thing to confirm
      if (isRefusal(failure, 'text-changed')) setAgreed(false);
      setError(messageOf(failure));
      // the list comes in the place of this form
      if (isRefusal(failure, 'no-such-policy')) toast.warning(messageOf(failure));
      if (deadLink(failure) || isRefusal(failure, 'text-changed', 'no-such-policy')) onStale();
      if (isFault(failure)) void logError(failure, { endpoint: '/policy/signingLink/sign' });
    }
    running.current = false;
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sign();
  };
  return (
    <form
      id={id}
      tabIndex={-1}
      className={`${classes.signForm} card stack gap-4 p-5 mt-6 outline-none`}
      noValidate
      onSubmit={submit}
      aria-label="Your signature"
    >
      <h2 className="text-title">Your signature</h2>
      <FormError>{error}</FormError>
      <Checkbox
        ref={tick}
        size="md"
        label="I have read and understood this policy"
        checked={agreed}
        error={faults.agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <TextInput
        ref={nameField}
        className={classes.nameField}
        label="Your full name"
        required
        autoComplete="name"
        maxLength={120}
        value={name}
        error={faults.name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={busy} className={`${classes.signButton} justify-self-start`}>
        Sign
      </Button>
      <p className="text-small leading-5 text-dimmed text-pretty">
        Your name, the time, the version and your internet address are kept as proof that you signed.
      </p>
    </form>
  );
}
