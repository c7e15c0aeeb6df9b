import { useState } from "preact/hooks";
import { sentence } from "./Screen";

export interface Action {
  isBusy: boolean;
  /** Why it did not work, as a sentence. */
  fault: string;
  isDone: boolean;
  run: (work: () => Promise<unknown>) => Promise<void>;
}

/** Something that the person starts with a button, and how it goes. */
export function useAction(): Action {
  const [state, setState] = useState({ isBusy: false, fault: "", isDone: false });
  async function run(work: () => Promise<unknown>): Promise<void> {
    setState({ isBusy: true, fault: "", isDone: false });
    try {
      await work();
      setState({ isBusy: false, fault: "", isDone: true });
    } catch (error) {
      setState({ isBusy: false, fault: sentence(error), isDone: false });
    }
  }
  return { ...state, run };
}
