import { PasswordInput, Popover, VisuallyHidden, type PasswordInputProps } from '@mantine/core';
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import { useId, useState } from 'react';
import classes from './PasswordField.module.css';
import { PASSWORD_RULES } from './passwordRules.ts';

export type PasswordFieldProps = Omit<PasswordInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  value: string;
  onChange: (value: string) => void;
};

/** A new password, with the rules as a checklist while the field has focus. Where a known password is asked, use Mantine's PasswordInput. */
export function PasswordField({ value, onChange, onFocus, onBlur, ...input }: PasswordFieldProps) {
  const [focused, setFocused] = useState(false);
  const list = useId();
  const met = PASSWORD_RULES.filter((rule) => rule.met(value)).length;
  // it covers what comes next, so it goes as soon as it has nothing left to ask
  const opened = focused && met < PASSWORD_RULES.length;
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
          <PasswordInput
            autoComplete="new-password"
            {...input}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
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
            aria-describedby={opened ? list : input['aria-describedby']}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }}
          />
          <VisuallyHidden component="output">
            {focused && value !== '' ? `${met} of ${PASSWORD_RULES.length} password rules met` : ''}
          </VisuallyHidden>
        </div>
      </Popover.Target>
      <Popover.Dropdown className={classes.rules} onMouseDown={(event) => event.preventDefault()}>
        <ul id={list} className={classes.list} aria-label="Your password needs">
          {PASSWORD_RULES.map((rule) => {
            const ok = rule.met(value);
            const Icon = ok ? IconCircleCheckFilled : IconCircle;
            return (
              <li key={rule.id} className={classes.rule} data-met={ok || undefined}>
                <Icon size={16} stroke={1.5} aria-hidden />
                {rule.label}
                <VisuallyHidden>{ok ? ', met' : ', not yet met'}</VisuallyHidden>
              </li>
            );
          })}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
