/** The _foreach_ operators that optimizers are made of. */
export {}
