// A report of coverage → its page: what is missing first, then the figures, then the config with notes.
import type { CoverageReport, CoveredConfig, MissingPart } from "../model/reports.ts";
import { visibleText } from "../view-model/visible-text.ts";
import { AddCase, ConfigSection, LocationLink, Sources, Text } from "./parts.tsx";

export function CoveragePage({ configs }: CoverageReport) {
  return (
    <main>
      <h1>Coverage</h1>
      {configs.map((config, index) => (
        <Config {...config} scope={index} />
      ))}
    </main>
  );
}

function Config(props: CoveredConfig & { readonly scope: number }) {
  const { name, percent, counts, missing, files, scope } = props;
  return (
    <ConfigSection name={name} percent={percent}>
      {missing.length === 0 ? (
        <p class="good-words">Nothing is missing.</p>
      ) : (
        <>
          <h3>Missing: {missing.length}</h3>
          <ul class="items">
            {missing.map((part) => (
              <Missing {...part} scope={scope} />
            ))}
          </ul>
        </>
      )}
      <h3>Figures</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Parts</th>
            <th scope="col">Covered</th>
            <th scope="col">Percent</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ name: kind, covered, total, percent: part }) => (
            <tr>
              <th scope="row">{kind}</th>
              <td>
                {covered} of {total}
              </td>
              <td>
                <meter min={0} max={100} value={part} aria-label={kind}>
                  {part} %
                </meter>{" "}
                {part} %
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="legend">
        In the config, <span class="good">covered</span> parts are green,{" "}
        <span class="part">partly covered</span> ones have dots below them, and{" "}
        <span class="bad">missing</span> ones a line.
      </p>
      <Sources files={files} scope={scope} />
    </ConfigSection>
  );
}

function Missing(props: MissingPart & { readonly scope: number }) {
  const { place, owner, label, reason, add, scope } = props;
  return (
    <li>
      <div>
        {place === undefined ? undefined : <LocationLink place={place} scope={scope} />}{" "}
        <strong>{visibleText(owner)}</strong>
      </div>
      <div class="reason">
        <Text text={`${reason}: ${label}`} />
      </div>
      <AddCase add={add} />
    </li>
  );
}
