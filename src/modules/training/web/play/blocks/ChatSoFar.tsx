import player from '../Player.module.css';
import classes from './Scenario.module.css';
import { chosenLabel, type ScenarioView } from './scenarioView.ts';

export function ChatSoFar({ path }: { path: ScenarioView['path'] }) {
  return path.map((step) => (
    <div key={step.scene.id} className="stack gap-2.5">
      <div className={classes.scene} data-style="chat">
        {step.scene.speaker && <p className={classes.speaker}>{step.scene.speaker}</p>}
        <p className={`${classes.text} leading-6.5 wrap-anywhere`}>{step.scene.text}</p>
      </div>
      <p className={`${classes.mine} wrap-anywhere`}>
        <span className={classes.speaker}>You</span>
        {chosenLabel(step)}
      </p>
      <p className={`${classes.aside} ${player.note} text-dimmed text-pretty`}>{step.note}</p>
    </div>
  ));
}
