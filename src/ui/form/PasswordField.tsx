import { Popover } from '@mantine/core';
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import { useState } from 'react';
import classes from './PasswordField.module.css';
import { PasswordEntry, type PasswordEntryProps } from './PasswordEntry.tsx';
import { PASSWORD_RULES } from './passwordRules.ts';

export type PasswordFieldProps = Omit<PasswordEntryProps, 'value' | 'defaultValue'> & {
  value: string;
  /** False where others judge the password, by rules that are not known here. */
  hasRules?: boolean;
};

/** A new password, with the rules as a checklist while the field has focus. Where a known password is asked, use PasswordEntry. */
export function PasswordField({
  value,
  onChange,
  hasRules = true,
  onFocus,
  onBlur,
  ...input
}: PasswordFieldProps) {
  const [focused, setFocused] = useState(false);
  const met = PASSWORD_RULES.filter((rule) => rule.met(value)).length;
  // it covers what comes next, so it goes as soon as it has nothing left to ask
  const opened = hasRules && focused && met < PASSWORD_RULES.length;
  return (
    <Popover
      opened={opened}
      position="bottom-start"
      width="target"
      trapFocus={false}
      returnFocus={false}
      withRoles={false}
      withinPortal={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <div>
          <PasswordEntry
            autoComplete="new-password"
            {...input}
            value={value}
            onChange={onChange}
            onFocus={(event) => {
              setFocused(true);
              onFocus?.(event);
            }}
            onBlur={(event) => {
              setFocused(false);
              onBlur?.(event);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setFocused(false);
              input.onKeyDown?.(event);
            }}
          />
          <output className="visually-hidden">
            {hasRules && focused && value !== ''
              ? `${met} of ${PASSWORD_RULES.length} password rules met`
              : ''}
          </output>
        </div>
      </Popover.Target>
      <Popover.Dropdown className={classes.rules} onMouseDown={(event) => event.preventDefault()}>
        <ul className="grid gap-1.5" aria-label="Your password needs">
          {PASSWORD_RULES.map((rule) => {
            const ok = rule.met(value);
            const Icon = ok ? IconCircleCheckFilled : IconCircle;
            return (
              <li
                key={rule.id}
                className={`${classes.rule} row gap-2 text-small leading-5 text-dimmed`}
                data-met={ok || undefined}
              >
                <Icon size={16} stroke={1.5} aria-hidden />
                {rule.label}
                <span className="visually-hidden">{ok ? ', met' : ', not yet met'}</span>
              </li>
            );
          })}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
