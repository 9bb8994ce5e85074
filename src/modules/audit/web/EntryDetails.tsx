import { KeyValueList } from '#ui/KeyValueList.tsx';
import { kinds } from '../words.ts';
import type { Entry } from '../contract.ts';
import classes from './Activity.module.css';

const none = <span className={classes.quiet}>Empty</span>;

/** Old and new value side by side, and where the entry came from to the last detail. */
export function EntryDetails({ entry }: { entry: Entry }) {
  const facts = [
    { key: 'kind', label: 'About', value: entry.kind ? kinds[entry.kind] : '' },
    { key: 'email', label: 'Email address', value: entry.who.email },
    { key: 'browser', label: 'Browser as it names itself', value: entry.from.userAgent },
    { key: 'subject', label: 'Item', value: entry.subjectId },
    { key: 'request', label: 'Request', value: entry.requestId },
    { key: 'entry', label: 'Entry', value: entry.id },
  ].filter((fact) => fact.value !== '');
  return (
    <div className={classes.details}>
      {entry.changes.length > 0 && (
        <table className={classes.changes}>
          <caption className={classes.hidden}>Old and new values</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={classes.hidden}>Value</span>
              </th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {entry.changes.map((change) => (
              <tr key={change.label}>
                <th scope="row">{change.label}</th>
                <td data-side="before">{change.before ?? none}</td>
                <td data-side="after">{change.after ?? none}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes.facts}>
        <KeyValueList items={facts} />
      </div>
    </div>
  );
}
