import { useRef, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { fillWords } from '#platform/web/boot.ts';
import { Link } from '#ui/Link.tsx';
import { settingsPaths, settingsTabs, type SettingsTab } from '../../paths.ts';
import classes from './Settings.module.css';

export const tabPanelId = 'settings-panel';
export const tabId = (tab: SettingsTab): string => `settings-tab-${tab}`;

/** platform.md 2: the label, and the short one where there is little room. */
const labels: Record<SettingsTab, { label: string; short?: string }> = {
  you: { label: 'Your Details' },
  organization: { label: 'Organization Details' },
  admins: { label: 'Manage {brand} Admins', short: 'Manage Admins' },
};

/** Where an arrow key leads from a tab; null for any other key. */
function neighbour(key: string, from: SettingsTab): SettingsTab | null {
  const last = settingsTabs.length - 1;
  const at = settingsTabs.indexOf(from);
  const to = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last }[key];
  return to === undefined ? null : settingsTabs[to]!;
}

/** The tabs as links: each is an address, arrow keys go from one to the next, and going back works. */
export function SettingsTabs({ current }: { current: SettingsTab }) {
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const leaf = (event: KeyboardEvent, tab: SettingsTab) => {
    const to = neighbour(event.key, tab);
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`#${tabId(to)}`)?.focus();
    void navigate(settingsPaths.tab(to));
  };
  return (
    <div role="tablist" aria-label="Settings" className={classes.tabs} ref={list}>
      {settingsTabs.map((tab) => {
        const { label, short } = labels[tab];
        return (
          <Link
            key={tab}
            href={settingsPaths.tab(tab)}
            role="tab"
            id={tabId(tab)}
            className={classes.tab}
            aria-selected={tab === current}
            aria-controls={tab === current ? tabPanelId : undefined}
            tabIndex={tab === current ? 0 : -1}
            onKeyDown={(event) => leaf(event, tab)}
          >
            {short ? (
              <>
                <span className={classes.long}>{fillWords(label)}</span>
                <span className={classes.short}>{short}</span>
              </>
            ) : (
              label
            )}
          </Link>
        );
      })}
    </div>
  );
}
