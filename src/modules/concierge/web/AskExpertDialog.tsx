import { Button, Modal, Text, Textarea, TextInput } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { useState } from 'react';
import { endQuestion, useQuestion, type Question } from '#modules/plans/web/public.ts';
import { useSession } from '#platform/web/query.ts';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { formModal } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { Link } from '#ui/text/Link.tsx';
import { conciergePaths } from '../paths.ts';
import { textLimits } from '../rules.ts';
import classes from './AskExpertDialog.module.css';
import { useAsk } from './changes.ts';
import { ContextCard } from './conversations/ContextCard.tsx';
import { messageOf } from './messages.ts';

function Sent({ threadId }: { threadId: string }) {
  return (
    <output className={`${classes.sent} grid gap-1.5 text-center`}>
      <IconCircleCheck size={40} stroke={1.25} aria-hidden className={classes.tick} />
      <p className={`${classes.thanks} font-semibold`}>Your question is on its way</p>
      <Text c="dimmed">The answer arrives under Conversations, and we email you when it is there.</Text>
      <div className={`${classes.buttons} flex flex-wrap justify-end gap-2`}>
        <Button
          variant="default"
          component={Link}
          href={conciergePaths.conversation(threadId)}
          onClick={endQuestion}
        >
          Open the conversation
        </Button>
        <Button onClick={endQuestion} data-autofocus>
          Done
        </Button>
      </div>
    </output>
  );
}

function AskForm({ question }: { question: Question }) {
  const ask = useAsk();
  const [about, setAbout] = useState(question.about);
  const form = useChangeForm(ask, {
    start: { text: question.text, subject: '' },
    rules: { text: (text) => text.trim() === '' && 'Please write something.' },
    follows: true,
    messageOf,
  });
  const { isZeguroServiceSession: support } = useSession();
  if (support) return <Text>In a support session no one writes in the customer’s name.</Text>;
  if (ask.data) return <Sent threadId={ask.data.threadId} />;
  const context = about && { ...about, route: about.route ?? null, facts: [...(about.facts ?? [])] };
  return (
    <form className="grid gap-4" {...form.sends((values) => ({ ...values, context }))}>
      {about ? (
        <div>
          <ContextCard about={about} />
          {about.kind !== 'message' && about.kind !== 'weakness' && (
            <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setAbout(null)}>
              Ask without it
            </Button>
          )}
        </div>
      ) : (
        <TextInput
          label="Subject"
          maxLength={textLimits.subject}
          autoComplete="off"
          {...form.input('subject')}
        />
      )}
      <Textarea
        label="Your question"
        description="In your own words. Never passwords or codes, please."
        required
        rows={6}
        resize="vertical"
        maxLength={textLimits.question}
        data-autofocus
        {...form.input('text')}
      />
      <FormError>{form.failure}</FormError>
      <div className={`${classes.buttons} flex flex-wrap justify-end gap-2`}>
        <Button variant="default" onClick={endQuestion}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy}>
          Send
        </Button>
      </div>
    </form>
  );
}

/** Ask an expert: from any screen, with what is on it. */
export function AskExpertDialog() {
  const question = useQuestion();
  return (
    <Modal {...formModal(false, endQuestion)} opened={question !== null} title="Ask an expert" size={560}>
      {question && <AskForm question={question} />}
    </Modal>
  );
}
