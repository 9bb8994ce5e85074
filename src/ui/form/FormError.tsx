import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './FormError.module.css';

export type FormErrorProps = {
  /** What is wrong with the form as a whole. */
  children?: ReactNode;
  /** Fields with their faults; each leads to its field by id. */
  fields?: { id: string; message: string }[];
  /** False where a field takes the focus instead. */
  takesFocus?: boolean;
  /** False where it was announced by other means. */
  announced?: boolean;
};

/** Over a form that was not taken, or at its button: says why and takes the focus; nothing while there is no error. */
export function FormError({ children, fields, takesFocus = true, announced = true }: FormErrorProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = Boolean(children) || Boolean(fields?.length);
  useEffect(() => {
    if (shown && takesFocus) box.current?.focus({ preventScroll: false });
  }, [shown, takesFocus]);
  if (!shown) return null;
  return (
    <div
      ref={box}
      className={`${classes.error} border-danger flex gap-2.5 leading-5 text-danger wrap-anywhere rounded bg-danger outline-none`}
      role={announced ? 'alert' : undefined}
      tabIndex={-1}
    >
      <IconExclamationCircle size={20} stroke={1.75} aria-hidden />
      <div>
        {children}
        {fields && fields.length > 0 && (
          <ul className={`${classes.fields} mt-1 bullets`}>
            {fields.map((field) => (
              <li key={field.id}>
                <a
                  href={`#${field.id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(field.id)?.focus();
                  }}
                >
                  {field.message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
