import { ActionIcon, Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { Tip } from './Tip.tsx';

export type CopyButtonProps = {
  value: string;
  /** What is copied: Copy link. Shown beside the icon with `withLabel`. */
  label?: string;
  withLabel?: boolean;
};

/** Puts a text on the clipboard and says so for two seconds. */
export function CopyButton({ value, label = 'Copy', withLabel = false }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const Icon = copied ? IconCheck : IconCopy;
  const words = error ? 'Could not copy; select the text instead' : copied ? 'Copied' : label;
  return (
    <>
      {withLabel ? (
        <Button
          variant="default"
          leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
          onClick={() => copy(value)}
        >
          {words}
        </Button>
      ) : (
        <Tip label={words}>
          <ActionIcon aria-label={label} onClick={() => copy(value)}>
            <Icon size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tip>
      )}
      <output className="visually-hidden">{copied || error ? words : ''}</output>
    </>
  );
}
