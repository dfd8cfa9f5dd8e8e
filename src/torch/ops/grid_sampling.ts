/** Sampling of pictures at the points of a grid, and affine grids. */
import { emptyLike } from '../allocate.js';
import type { MaybeTensor } from '../autograd/node.js';
import { check } from '../errors.js';
import { drop, op, type Op } from '../operator.js';
import { numel, showSizes, type Sizes } from '../shape.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { emptyAs, withContiguous } from './dense.js';
import { gridDoubleBackward, Interpolation, Padding } from './grid_gradients.js';
import { transpose, view } from './views.js';

type Mode = [interpolation: number, padding: number, alignCorners: boolean];
type GridArguments = [input: Tensor, grid: Tensor, ...Mode];
const MODE = 'int interpolation_mode, int padding_mode, bool align_corners';
const GRID = `(Tensor input, Tensor grid, ${MODE}) -> Tensor`;

/** `check_grid_sampler_common`. */
function checkGrid(input: Tensor, grid: Tensor): void {
  check(
    input.sizes[0] === grid.sizes[0],
    () =>
      `grid_sampler(): expected grid and input to have same batch size, but got input with sizes ${showSizes(input.sizes)} and grid with sizes ${showSizes(grid.sizes)}`,
  );
  check(
    grid.sizes[grid.sizes.length - 1] === input.sizes.length - 2,
    () =>
      `grid_sampler(): expected grid to have size ${input.sizes.length - 2} in last dimension, but got grid with sizes ${showSizes(grid.sizes)}`,
  );
}

interface Sampler {
  forward: Op<GridArguments>;
  backward: Op<[grad: Tensor, ...GridArguments, mask: boolean[]], MaybeTensor[]>;
}

/** The gradients of grad_output, input and grid, of those of a sampler's gradients. */
function secondGradients(
  sampler: Sampler,
  gradients: readonly MaybeTensor[],
  [grad, input, grid]: readonly [Tensor, Tensor, Tensor],
  mode: Mode,
  needs: readonly boolean[],
): MaybeTensor[] {
  const [interpolation, padding, alignCorners] = mode;
  return gridDoubleBackward(
    gradients,
    [grad, input, grid],
    { interpolation, padding, alignCorners },
    needs,
    (picture) => sampler.forward(picture, grid, ...mode),
    (picture) => sampler.backward(grad, picture, grid, ...mode, [false, true])[1]!,
  );
}

function gridSampler(dims: 2 | 3): Sampler {
  const sampler: Sampler = {
    backward: op<[Tensor, ...GridArguments, boolean[]], MaybeTensor[]>({
      schema: `grid_sampler_${dims}d_backward(Tensor grad_output, Tensor input, Tensor grid, ${MODE}, bool[2] output_mask) -> (Tensor, Tensor)`,
      bind: 'none',
      // The grid's gradient is computed, wanted or not.
      forward(_grad, input, grid, ...[, , , [ofInput, ofGrid]]) {
        const gradInput = ofInput ? emptyLike(input) : null;
        const gradGrid = emptyAs(grid);
        return [gradInput, ofGrid ? gradGrid : null];
      },
      autograd: (_needs, _result, grad, input, grid, ...[interpolation, padding, alignCorners]) => ({
        saved: [grad, input, grid],
        backward: (gradients, [g, x, points], needs) =>
          secondGradients(
            sampler,
            gradients,
            [g!, x!, points!],
            [interpolation, padding, alignCorners],
            needs,
          ),
      }),
    }),
    forward: op<GridArguments, Tensor>({
      schema: `grid_sampler_${dims}d${GRID}`,
      bind: 'function',
      node: `GridSampler${dims}DBackward0`,
      forward(input, grid) {
        checkGrid(input, grid);
        return emptyLike(input, [...input.sizes.slice(0, 2), ...grid.sizes.slice(1, -1)]);
      },
      autograd: (_needs, _result, input, grid, ...mode) => ({
        saved: [grid, input],
        backward: ([grad], [g, x], needs) => sampler.backward(grad!, x!, g!, ...mode, [needs[0]!, needs[1]!]),
      }),
    }),
  };
  return sampler;
}
const grid_sampler_2d = gridSampler(2);
const grid_sampler_3d = gridSampler(3);

// ---- cuDNN ----

/** The one mode that cuDNN samples in. */
const CUDNN_MODE: Mode = [Interpolation.bilinear, Padding.zeros, true];

/** Those that are copied to be contiguous for cuDNN, which takes any strides but zeros: `contiguousIfZeroInStrides`. */
const ifExpanded = (...tensors: Tensor[]): Tensor[] =>
  tensors.filter(({ strides }) => strides.some((stride) => stride === 0));

const cudnn_grid_sampler_backward: Op<[self: Tensor, grid: Tensor, grad: Tensor], Tensor[]> = op<
  [Tensor, Tensor, Tensor],
  Tensor[]
>({
  schema:
    'cudnn_grid_sampler_backward(Tensor self, Tensor grid, Tensor grad_output) -> (Tensor grad_self, Tensor grad_grid)',
  bind: 'none',
  forward: (self, grid, grad) =>
    withContiguous([grid, ...ifExpanded(self, grad)], () => [
      emptyLike(self, self.sizes),
      emptyLike(grid, grid.sizes),
    ]),
  autograd: (_needs, _result, self, grid, grad) => ({
    saved: [self, grid, grad],
    backward(gradients, [x, points, g], [ofSelf, ofGrid, ofGrad]) {
      const tensors = [g!, x!, points!] as const;
      const wanted = [ofGrad!, ofSelf!, ofGrid!];
      const [third, first, second] = secondGradients(grid_sampler_2d, gradients, tensors, CUDNN_MODE, wanted);
      return [first!, second!, third!];
    },
  }),
});

export const cudnn_grid_sampler: Op<[self: Tensor, grid: Tensor]> = op<[Tensor, Tensor], Tensor>({
  schema: 'cudnn_grid_sampler(Tensor self, Tensor grid) -> Tensor output',
  bind: 'function',
  forward(self, grid) {
    checkGrid(self, grid);
    return withContiguous([grid, ...ifExpanded(self)], () =>
      emptyLike(self, [...self.sizes.slice(0, 2), ...grid.sizes.slice(1, -1)]),
    );
  },
  autograd: (_needs, _result, self, grid) => ({
    saved: [grid, self],
    // Both gradients are computed, wanted or not.
    backward([grad], [points, x], needs) {
      const grads = cudnn_grid_sampler_backward(x!, points!, grad!);
      return grads.map((t, i) => {
        if (needs[i]) return t;
        drop(t);
        return null;
      });
    },
  }),
});

/** `cond_cudnn_grid_sampler`, and the mode. */
function usesCudnn(input: Tensor, grid: Tensor, ...mode: Mode): boolean {
  const acceptable = (t: Tensor): boolean =>
    t.isCuda && /^float(16|32|64)$/.test(t.dtype.name) && t.numel !== 0;
  return (
    state.flags['cudnn_enabled'] !== false &&
    acceptable(input) &&
    acceptable(grid) &&
    input.sizes.length === 4 &&
    input.sizes[1]! <= 1024 &&
    mode.every((setting, i) => setting === CUDNN_MODE[i])
  );
}

export const grid_sampler: Op<GridArguments> = op<GridArguments, Tensor>({
  schema: `grid_sampler${GRID}`,
  bind: 'function',
  autocast: 'promote',
  composite: true,
  forward(...args) {
    const [input, grid] = args;
    checkGrid(input, grid);
    if (usesCudnn(...args)) return cudnn_grid_sampler(input, grid);
    if (input.sizes.length === 4) return grid_sampler_2d.forward(...args);
    check(
      input.sizes.length === 5,
      () =>
        `grid_sampler(): expected 4D or 5D input and grid with same number of dimensions, but got input with sizes ${showSizes(input.sizes)} and grid with sizes ${showSizes(grid.sizes)}`,
    );
    return grid_sampler_3d.forward(...args);
  },
});

// ---- affine grids ----

/** The coordinates (…, dims + 1) that theta is multiplied with; each axis by way of `linspace_from_neg_one`. */
function baseGrid(theta: Tensor, sizes: Sizes, alignCorners: boolean): Tensor {
  const [n, , ...spatial] = sizes as [number, number, ...number[]];
  const grid = emptyLike(theta, [n, ...spatial, spatial.length + 1]);
  for (const length of [...spatial].reverse()) {
    if (length <= 1) {
      drop(emptyLike(theta, []));
      continue;
    }
    const line = emptyLike(theta, [length]);
    const scaled = alignCorners ? [] : [emptyLike(theta, [length]), emptyLike(theta, [length])];
    drop(line, ...scaled);
  }
  return grid;
}

export const affine_grid_generator: Op<[theta: Tensor, size: Sizes, alignCorners: boolean]> = op<
  [Tensor, Sizes, boolean],
  Tensor
>({
  schema: 'affine_grid_generator(Tensor theta, int[] size, bool align_corners) -> Tensor',
  bind: 'function',
  forward(theta, size, alignCorners) {
    check(
      size.length === 4 || size.length === 5,
      'AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.',
    );
    const [n, , ...spatial] = size as [number, number, ...number[]];
    const dims = spatial.length;
    const grid = baseGrid(theta, size, alignCorners);
    const out = callOperator('bmm', view(grid, [n, numel(spatial), dims + 1]), transpose(theta, 1, 2));
    return view(out, [n, ...spatial, dims]);
  },
  autograd: (_needs, _result, _theta, size, alignCorners) => ({
    backward([grad]) {
      const [n, , ...spatial] = size as [number, number, ...number[]];
      const dims = spatial.length;
      const grid = baseGrid(grad!, size, alignCorners);
      const product = callOperator(
        'bmm',
        transpose(view(grid, [n, numel(spatial), dims + 1]), 1, 2),
        callOperator('reshape', grad!, [n, numel(spatial), dims]),
      );
      return [transpose(product, 1, 2)];
    },
  }),
});
