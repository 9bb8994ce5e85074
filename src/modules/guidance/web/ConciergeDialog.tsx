import { Button, Modal, Text } from '@mantine/core';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { usePortal } from '#platform/web/boot.ts';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { Link } from '#ui/text/Link.tsx';
import classes from './ConciergeDialog.module.css';

/**
 * Contact Cyber Concierge (platform.md 2): a call, an e-mail, or to read what it is.
 * @param aboutHref the page about the concierge
 */
export function ConciergeDialog({
  opened,
  onClose,
  aboutHref,
}: {
  opened: boolean;
  onClose: () => void;
  aboutHref: string;
}) {
  const { conciergeEmail, conciergeSchedulingLink } = usePortal().brand;
  return (
    <Modal opened={opened} onClose={onClose} title="Contact Cyber Concierge" size={440}>
      <Text>
        Security experts answer your questions, as part of your subscription. Please never send passwords or
        codes.
      </Text>
      <div className="grid gap-2 mt-5">
        {conciergeSchedulingLink && (
          <Button
            component="a"
            href={conciergeSchedulingLink}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconCalendar size={18} stroke={1.5} aria-hidden />}
            data-autofocus
          >
            Schedule a Call
          </Button>
        )}
        <Button
          component="a"
          variant="default"
          href={`mailto:${conciergeEmail}`}
          leftSection={<IconMail size={18} stroke={1.5} aria-hidden />}
        >
          Email Concierge
        </Button>
        <Button
          component={Link}
          variant="default"
          href={aboutHref}
          onClick={onClose}
          leftSection={<IconInfoCircle size={18} stroke={1.5} aria-hidden />}
        >
          About Cyber Concierge
        </Button>
      </div>
      <p className={`${classes.address} text-body mt-3 row justify-center gap-1 wrap-anywhere`}>
        {conciergeEmail} <CopyButton value={conciergeEmail} label="Copy address" />
      </p>
    </Modal>
  );
}
