import { PrintSheet } from '../PrintSheet.tsx';
import { meterValue } from '../words.ts';
import { chosenLabel, endWords, type ScenarioView } from './scenarioView.ts';

export function DrillSummary({ exercise: { prompt, path, scene, meter } }: { exercise: ScenarioView }) {
  return (
    <PrintSheet label="Print for the team" size="md">
      <h1>Summary of the drill</h1>
      <p>{prompt}</p>
      {path.map((step, i) => (
        <section key={step.scene.id}>
          <h2>
            {i + 1}. {step.scene.inject ?? 'Next'}
          </h2>
          <p>{step.scene.text}</p>
          <p>
            <strong>Decided:</strong> {chosenLabel(step)}
          </p>
          <p>{step.note}</p>
          {meter && step.meter !== null && (
            <p>
              {meter.label}: {meterValue(step.meter, meter)}
            </p>
          )}
        </section>
      ))}
      <section>
        <h2>
          {endWords[scene.end!]}
          {meter && ` (${meter.label.toLowerCase()}: ${meterValue(meter.value, meter)})`}
        </h2>
        <p>{scene.text}</p>
        <p>{scene.lesson}</p>
      </section>
      <section>
        <h2>To talk about</h2>
        <ul>
          <li>Would the same decision have been made here, and by whom?</li>
          <li>What would have been missing: a number, a list, a deputy, a copy?</li>
          <li>What do we change, who does it, and by when?</li>
        </ul>
      </section>
    </PrintSheet>
  );
}
