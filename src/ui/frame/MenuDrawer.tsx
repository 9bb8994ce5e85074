import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './MenuDrawer.module.css';

export type MenuDrawerProps = {
  opened: boolean;
  onClose: () => void;
  logo: ReactNode;
  children: ReactNode;
};

/** The side menu on narrow screens; loaded when first opened. */
export function MenuDrawer({ opened, onClose, logo, children }: MenuDrawerProps) {
  return (
    <Drawer.Root position="left" opened={opened} onClose={onClose} size={300}>
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content aria-label="Menu">
        <div className={`h-full flex flex-col overflow-hidden`}>
          <div className={`${classes.head} min-h-16 row justify-between flex-none gap-2`}>
            {logo}
            <Drawer.CloseButton aria-label="Close menu" size={40} iconSize={20} />
          </div>
          {children}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
