// A report of mutation → its page: the changes that no case notices first, then the others, then the config.
import type { MutantRow, MutatedConfig, MutationReport, Survivor } from "../model/reports.ts";
import { visibleText } from "../view-model/visible-text.ts";
import { AddCase, ConfigSection, LocationLink, Sources, Text } from "./parts.tsx";

export function MutationPage({ configs }: MutationReport) {
  return (
    <main>
      <h1>Mutation</h1>
      {configs.map((config, index) => (
        <Config {...config} scope={index} />
      ))}
    </main>
  );
}

function Config(props: MutatedConfig & { readonly scope: number }) {
  const { name, score, counts, sample, survived, notCovered, killed, files, scope } = props;
  return (
    <ConfigSection name={name} percent={score}>
      {survived.length === 0 ? (
        <p class="good-words">A case notices every change that was tried.</p>
      ) : (
        <>
          <h3>No case notices: {survived.length}</h3>
          <ul class="items">
            {survived.map((mutant) => (
              <SurvivorItem {...mutant} scope={scope} />
            ))}
          </ul>
        </>
      )}
      {notCovered.length === 0 ? undefined : (
        <>
          <h3>No case reaches the mapping: {notCovered.length}</h3>
          <ul>
            {notCovered.map((mutant) => (
              <li>
                <Mutant {...mutant} scope={scope} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Figures</h3>
      <dl class="figures">
        {counts.map(([verdict, count]) => (
          <div>
            <dt>{verdict}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {sample === undefined ? undefined : <p>{sample}</p>}
      {killed.length === 0 ? undefined : (
        <details>
          <summary>Noticed: {killed.length}</summary>
          <ul>
            {killed.map((mutant) => (
              <li>
                <Mutant {...mutant} scope={scope} />
                <div class="quiet">
                  by <Text text={mutant.by} />
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="legend">
        In the config, parts whose changes are <span class="good">noticed</span> are green,{" "}
        <span class="part">partly noticed</span> ones have dots below them, and{" "}
        <span class="bad">unnoticed</span> ones a line.
      </p>
      <Sources files={files} scope={scope} />
    </ConfigSection>
  );
}

interface InConfig {
  readonly scope: number;
}

function SurvivorItem({ reason, add, ...mutant }: Survivor & InConfig) {
  return (
    <li>
      <Mutant {...mutant} />
      <div class="reason">
        <Text text={reason} />
      </div>
      <AddCase add={add} />
    </li>
  );
}

function Mutant({ place, operator, text, scope }: MutantRow & InConfig) {
  return (
    <div>
      {place === undefined ? undefined : <LocationLink place={place} scope={scope} />}{" "}
      <strong>{visibleText(operator)}</strong> <Text text={text} />
    </div>
  );
}
