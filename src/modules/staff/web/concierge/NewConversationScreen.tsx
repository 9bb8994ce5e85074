import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { RichText } from '#platform/richText.ts';
import { useChange } from '#platform/web/useChange.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { staffConciergeContract } from '../../conciergeContract.ts';
import { staffPaths } from '../../paths.ts';
import { backTo, WhenLoaded } from '../WhenLoaded.tsx';
import { messageOf } from '../messages.ts';
import { useOrganization } from '../queries.ts';
import classes from './Concierge.module.css';
import { FormattedField } from './FormattedField.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { renewConcierge } from './queries.ts';
import { invalidFields } from './words.ts';

const back = backTo(staffPaths.conversations, 'Conversations');

function NewConversation({ orgId, companyName }: { orgId: string; companyName: string }) {
  const navigate = useNavigate();
  const [subject, setSubject] = useState('');
  const [body, setBody] = useState<RichText>([]);
  const [tried, setTried] = useState(false);
  const begin = useChange(staffConciergeContract.beginConversation, {
    after: renewConcierge,
    done: () => `The administrators of ${companyName} are notified.`,
    failed: () => null,
  });
  const invalid = invalidFields(begin.error);
  const first = Object.values(invalid)[0];
  const isWhole = subject.trim() !== '' && body.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isWhole) return;
    begin.mutate(
      { orgId, subject, body },
      {
        onSuccess: ({ data }) =>
          void navigate(staffPaths.conversation(orgId, data.threadId), { replace: true }),
      },
    );
  };
  return (
    <Panel>
      <LeaveGuard dirty={(subject !== '' || body.length > 0) && !begin.isPending && !begin.isSuccess} />
      <form onSubmit={submit} noValidate className="grid gap-3">
        {begin.error ? <FormError>{first ?? messageOf(begin.error)}</FormError> : null}
        <TextInput
          label="Subject"
          value={subject}
          maxLength={160}
          onChange={(event) => setSubject(event.currentTarget.value)}
          error={tried && subject.trim() === '' ? 'Please fill this in.' : null}
          required
        />
        <FormattedField
          label="Text"
          initial={[]}
          onChange={setBody}
          error={tried && body.length === 0 ? 'Please write something.' : null}
        />
        <div className="row flex-wrap justify-between gap-3">
          <p className={classes.hint}>Everyone who administers {companyName} sees it.</p>
          <Button type="submit" loading={begin.isPending}>
            Send
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** Staff write to an organisation first. */
export function NewConversationScreen() {
  const { orgId = '' } = useParams();
  const organization = useOrganization(orgId);
  return (
    <WhenLoaded of={organization} what="the organization">
      {({ organization: { companyName } }) => (
        <>
          <PageHeader trail={back} title="New conversation" purpose={`With ${companyName}.`} />
          <NewConversation orgId={orgId} companyName={companyName} />
        </>
      )}
    </WhenLoaded>
  );
}
