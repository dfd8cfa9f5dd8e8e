/**
 * Where tensors of one call are on different devices: the check that PyTorch's dispatcher generates in front of CUDA kernels
 * (`check_and_update_common_device`). Operators that run through TensorIterator, and those made of others, have none.
 */
import { fail } from './errors.js';
import type { Schema } from './schema.js';
import { Tensor } from './tensor.js';

/** Operators with structured kernels: their wrapper is called by name, then overload. */
const STRUCTURED =
  '_log_softmax _log_softmax_backward_data _softmax _softmax_backward_data _upsample_bicubic2d_aa ' +
  '_upsample_bilinear2d_aa _upsample_nearest_exact1d _upsample_nearest_exact2d ' +
  '_upsample_nearest_exact3d acosh acosh_ adaptive_max_pool2d adaptive_max_pool3d addmm addmm_ ' +
  'addmv amax amin asinh asinh_ atanh atanh_ avg_pool2d avg_pool3d baddbmm baddbmm_ bmm cat ' +
  'elu_backward exp2 exp2_ fractional_max_pool2d fractional_max_pool3d gather gcd gcd_ ' +
  'gelu_backward hardshrink_backward hardsigmoid_backward i0 i0_ igamma igamma_ igammac igammac_ ' +
  'index_add index_add_ index_copy index_copy_ isin.Tensor_Scalar isin.Tensor_Tensor isneginf ' +
  'isposinf lcm lcm_ leaky_relu_backward linalg_cholesky_ex linalg_cross linalg_inv_ex ' +
  'linalg_ldl_factor_ex linalg_ldl_solve linalg_lu linalg_lu_factor_ex linalg_lu_solve linalg_qr ' +
  'linalg_vector_norm logaddexp logaddexp2 logit_backward lu_unpack max_pool2d_with_indices mish ' +
  'mish_ mm nextafter nextafter_ nll_loss_backward nll_loss_forward reflection_pad1d ' +
  'reflection_pad3d replication_pad1d replication_pad2d replication_pad3d scatter.reduce ' +
  'scatter.src scatter.value scatter.value_reduce scatter_.reduce scatter_.src scatter_.value ' +
  'scatter_.value_reduce scatter_add scatter_add_ scatter_reduce.two scatter_reduce_.two sgn sgn_ ' +
  'sigmoid_backward signbit silu silu_ silu_backward sinc sinc_ softplus_backward ' +
  'softshrink_backward sort.stable special_airy_ai special_bessel_j0 special_bessel_j1 ' +
  'special_bessel_y0 special_bessel_y1 special_entr special_erfcx special_i0e special_i1 ' +
  'special_i1e special_log_ndtr special_modified_bessel_i0 special_modified_bessel_i1 ' +
  'special_modified_bessel_k0 special_modified_bessel_k1 special_ndtri ' +
  'special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1 special_spherical_bessel_j0 ' +
  'tanh_backward threshold_backward topk triangular_solve tril tril_ triu triu_ upsample_bicubic2d ' +
  'upsample_bilinear2d upsample_linear1d upsample_nearest1d upsample_nearest2d upsample_nearest3d ' +
  'upsample_trilinear3d ';

/** Others: overload, then name. */
const PLAIN =
  '_adaptive_avg_pool2d _adaptive_avg_pool3d _amp_foreach_non_finite_check_and_unscale_ ' +
  '_amp_update_scale_ _cdist_backward _cdist_forward _ctc_loss _cudnn_rnn_flatten_weight ' +
  '_dirichlet_grad _embedding_bag _embedding_bag_forward_only _fused_adagrad_ _fused_adam_ ' +
  '_fused_adamw_ _fused_rms_norm _fused_sgd_ _native_batch_norm_legit ' +
  '_native_batch_norm_legit.no_stats _native_multi_head_attention _prelu_kernel ' +
  '_prelu_kernel_backward _sample_dirichlet _scaled_dot_product_cudnn_attention ' +
  '_scaled_dot_product_efficient_attention _scaled_dot_product_flash_attention _standard_gamma ' +
  '_standard_gamma_grad _thnn_fused_gru_cell _thnn_fused_lstm_cell _transformer_encoder_layer_fwd ' +
  '_unique2 _weight_norm_interface _weight_norm_interface_backward addbmm addr ' +
  'binary_cross_entropy_backward bincount bucketize.Tensor channel_shuffle cholesky_inverse col2im ' +
  'convolution_backward count_nonzero.dim_IntList cudnn_batch_norm dot embedding_dense_backward ' +
  'embedding_renorm_ empty.memory_format empty_strided equal flip geqrf glu_backward ' +
  'grid_sampler_2d grid_sampler_3d hardswish_backward hardtanh_backward histc huber_loss im2col ' +
  'index_select linalg_eig linalg_householder_product linalg_matrix_exp linalg_solve_triangular ' +
  'log_sigmoid_backward logit logit_ masked_scatter_ masked_select max_pool3d_with_indices ' +
  'max_unpool2d max_unpool3d median mish_backward mode mse_loss_backward multi_margin_loss ' +
  'multi_margin_loss_backward multilabel_margin_loss_backward multilabel_margin_loss_forward ' +
  'multinomial nanmedian nansum native_batch_norm native_dropout native_dropout_backward ' +
  'native_group_norm native_layer_norm nll_loss2d_backward nll_loss2d_forward nonzero ormqr ' +
  'reflection_pad2d roll rrelu_with_noise rrelu_with_noise_ searchsorted.Tensor take trace ' +
  'tril_indices triu_indices unique_consecutive unique_dim vdot view_as_complex view_as_real ';

const structured = new Set(STRUCTURED.trim().split(' '));
const plain = new Set(PLAIN.trim().split(' '));

/** The name of the generated function that checks the devices of a call; undefined where there is none. */
export function deviceCheckOf({ name, overload }: Schema): string | undefined {
  const qualified = overload === '' ? name : `${name}.${overload}`;
  if (structured.has(qualified)) return `wrapper_CUDA_${name}${overload === '' ? '' : `_${overload}`}`;
  return plain.has(qualified) ? `wrapper_CUDA_${overload}_${name}` : undefined;
}

/**
 * Checks that the tensors of a call with one on a CUDA device are all there.
 * @param method the checking function, for the message
 * @throws RuntimeError in PyTorch's words
 */
export function checkDevices(
  method: string,
  tensors: readonly (Tensor | null)[],
  names: readonly string[],
): void {
  if (!tensors.some((t) => t !== null && t.isCuda)) return;
  const first = tensors.find((t) => t !== null)!.device;
  const other = tensors.findIndex((t) => t !== null && t.device !== first);
  if (other >= 0)
    fail(
      'RuntimeError',
      `Expected all tensors to be on the same device, but got ${names[other]!} is on ${tensors[other]!.device.text}, different from other tensors on ${first.text} (when checking argument in method ${method})`,
    );
}

/** `checkDevices` for the arguments of an operator; `positions` are those of tensors and of lists of tensors. */
export function checkArgumentDevices(
  method: string,
  schema: Schema,
  positions: readonly number[],
  args: readonly unknown[],
): void {
  let cuda = false;
  let elsewhere = false;
  for (const i of positions) {
    const arg = args[i];
    for (const t of Array.isArray(arg) ? arg : [arg])
      if (t instanceof Tensor) {
        if (t.isCuda) cuda = true;
        else elsewhere = true;
      }
  }
  if (!cuda || !elsewhere) return;
  const tensors: Tensor[] = [];
  const names: string[] = [];
  for (const i of positions) {
    const arg = args[i];
    for (const t of Array.isArray(arg) ? arg : [arg])
      if (t instanceof Tensor) {
        tensors.push(t);
        names.push(schema.parameters[i]!.name);
      }
  }
  checkDevices(method, tensors, names);
}
