/** How the layers of a model grow with the named sizes, found in single runs, so that nobody waits for all of them. */
import type { Account } from '../ledger/account';
import { buildAccount } from '../ledger/build-account';
import { findGrowth } from '../ledger/growth';
import type { Machine } from '../ledger/machine';
import { formatMultiples, formatPolynomial, type Polynomial } from '../ledger/polynomial';
import { runStep } from '../ledger/step';
import type { StepRequest } from '../ledger/step-request';
import { layerGroups, placeKey } from './layers';

/** A run at sizes that are not known yet. */
class RunNeeded extends Error {
  constructor(readonly sizes: Readonly<Record<string, number>>) {
    super();
  }
}

/** A figure as a polynomial over the sizes. */
export interface Growth {
  /** Bytes, as Python would write it. */
  formula: string;
  /** The sizes that it grows with. */
  sizes: string[];
  /** Where it holds, in words, if not everywhere. */
  where: string;
}

export class GrowthSearch {
  done: boolean;
  private readonly known = new Map<string, ReadonlyMap<string, number> | undefined>();
  private found: ReadonlyMap<string, Polynomial> = new Map();

  constructor(
    private readonly request: StepRequest,
    private readonly account: Account,
  ) {
    this.done = Object.keys(request.sizes).length === 0;
  }

  /** Makes one more run. */
  step(machine: Machine, shouldStop: () => boolean): void {
    try {
      this.found = findGrowth(this.request.sizes, figuresOf(this.account), (sizes) => {
        const key = JSON.stringify(sizes);
        if (!this.known.has(key)) throw new RunNeeded(sizes);
        return this.known.get(key);
      });
      this.done = true;
    } catch (error) {
      if (!(error instanceof RunNeeded)) throw error;
      this.known.set(JSON.stringify(error.sizes), this.measure(machine, error.sizes, shouldStop));
      if (shouldStop()) this.done = true;
    }
  }

  /** How the saved bytes of a line grow: of the layers made there, or of what forward does there; all of the model without a place. */
  of(place?: { file: string; line: number }, what: 'layer' | 'line' = 'layer'): Growth | undefined {
    const polynomial = this.found.get(
      place === undefined ? 'saved' : `${what} ${placeKey(place.file, place.line)}`,
    );
    if (polynomial === undefined || polynomial.terms.length === 0) return undefined;
    const sizes = polynomial.names.filter((_, i) =>
      polynomial.terms.some(({ monomial }) => monomial[i]! > 0),
    );
    return { formula: formatPolynomial(polynomial), sizes, where: formatMultiples(polynomial.multiples) };
  }

  private measure(
    machine: Machine,
    sizes: Readonly<Record<string, number>>,
    shouldStop: () => boolean,
  ): ReadonlyMap<string, number> | undefined {
    const record = runStep(machine, {
      ...this.request,
      sizes: { ...sizes },
      steps: 1,
      accumulate: 1,
      forwardOnly: true,
      shouldStop,
    });
    return record.error === undefined ? figuresOf(buildAccount(record)) : undefined;
  }
}

function figuresOf(account: Account): Map<string, number> {
  const figures = new Map([['saved', account.saved.bytes]]);
  for (const { file, line, saved } of layerGroups(account))
    figures.set(`layer ${placeKey(file, line)}`, saved.bytes);
  for (const { file, line, saved } of account.lines)
    if (saved > 0) figures.set(`line ${placeKey(file, line)}`, saved);
  return figures;
}
