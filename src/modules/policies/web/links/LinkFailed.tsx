import { LinkMessage, LinkPage, LinkTrouble } from '#platform/web/LinkPage.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { DrawingMail } from '#ui/drawings/DrawingMail.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { deadLink, messageOf, outcomeOf, type DeadLink } from './messages.ts';

const deadWords: Record<'approval' | 'signing', Record<DeadLink, { title: string; words: string[] }>> = {
  approval: {
    invalid: {
      title: 'This link does not work',
      words: [
        'Some email programs cut long links in two. Open the email again and press its button, or copy the whole link.',
        'If that does not help, ask the person who wrote to you to send the policy again.',
      ],
    },
    used: {
      title: 'This link was used already',
      words: [
        'Each link works for one answer. If you still want to say something about the policy, write to the person who asked you.',
      ],
    },
    expired: {
      title: 'This link has expired',
      words: [
        'Links to approve a policy work for 14 days.',
        'Ask the person who wrote to you to send the policy again. Nothing is lost.',
      ],
    },
  },
  signing: {
    invalid: {
      title: 'This link does not work',
      words: [
        'Some email programs cut long links in two. Open the email again and press its button, or copy the whole link.',
        'If that does not help, ask the person responsible for security in your company to send you a reminder: it brings a new link.',
      ],
    },
    used: {
      title: 'This link is no longer used',
      words: [
        'A newer email may have brought you a newer link: look for it in your mailbox.',
        'Everything you signed stays signed. For a new link, ask the person responsible for security in your company.',
      ],
    },
    expired: {
      title: 'This link has expired',
      words: [
        'A newer email may have brought you a newer link: look for it in your mailbox. Everything you signed stays signed.',
        'If there is none, ask the person responsible for security in your company to send you a reminder: it brings a new link.',
      ],
    },
  },
};

/** What became of the draft, where the link is used. */
const outcomeWords: Record<string, string> = {
  approved: 'The policy was approved with it.',
  returned: 'The draft was sent back with a comment.',
  voided:
    'The draft was changed, withdrawn or sent again after this email. If a newer email reached you, its link works.',
};

type LinkFailedProps = {
  kind: 'approval' | 'signing';
  home: string;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
};

/** The link opened nothing: why, and what to do. */
export function LinkFailed({ kind, home, error, retrying, onRetry }: LinkFailedProps) {
  const dead = deadLink(error);
  if (dead) {
    const { title, words } = deadWords[kind][dead];
    const outcome = outcomeWords[String(outcomeOf(error))];
    return (
      <LinkPage home={home} narrow>
        <LinkMessage drawing={dead === 'invalid' ? <DrawingLost /> : <DrawingMail />} title={title}>
          {outcome && <p>{outcome}</p>}
          {words.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </LinkMessage>
      </LinkPage>
    );
  }
  return (
    <LinkPage home={home} narrow>
      <LinkTrouble retrying={retrying} onRetry={onRetry}>
        <p>{messageOf(error)}</p>
        <p>You can still use your link, and nothing you did was lost.</p>
      </LinkTrouble>
    </LinkPage>
  );
}

/** While the link is being opened. */
export const LinkLoading = ({ home, label }: { home: string; label: string }) => (
  <LinkPage home={home}>
    <h1 className="visually-hidden">{label}</h1>
    <SkeletonPanel bare lines={2} height={120} label={label} />
    <SkeletonPanel lines={12} height={640} label={label} />
  </LinkPage>
);
