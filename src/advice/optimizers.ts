/** What torch.optim's optimizers can do. */

/** Optimizers whose step is there as one kernel over all parameters. */
export const FUSED = ['Adam', 'AdamW', 'SGD', 'Adagrad'];

/** Optimizers that have a form with lists of tensors, which CUDA takes by default. */
export const FOREACH = [
  'Adam',
  'AdamW',
  'SGD',
  'Adagrad',
  'NAdam',
  'RAdam',
  'Adamax',
  'RMSprop',
  'Rprop',
  'ASGD',
  'Adadelta',
  'Adafactor',
];
