import { Button } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import type { ReactNode } from 'react';
import { Link } from '#ui/text/Link.tsx';
import { useGoing } from './PlaceLink.tsx';
import classes from './Player.module.css';

export function NextPlace({
  place,
  isQuiet = false,
  children,
}: {
  place: string;
  isQuiet?: boolean;
  children: ReactNode;
}) {
  const { go, hrefOf } = useGoing();
  const look = {
    className: classes.next,
    variant: isQuiet ? 'default' : 'filled',
    size: 'lg',
    rightSection: <IconArrowRight size={20} stroke={1.75} aria-hidden />,
  } as const;
  if (hrefOf)
    return (
      <Button {...look} component={Link} href={hrefOf(place)}>
        {children}
      </Button>
    );
  return (
    <Button {...look} onClick={() => go(place)}>
      {children}
    </Button>
  );
}
