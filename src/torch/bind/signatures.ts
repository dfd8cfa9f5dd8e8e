/**
 * The signatures that PyTorch's argument parser lists for names with several overloads, as its error messages show them
 * ("received an invalid combination of arguments"). Names with one overload have the signature of their schema.
 */
const FACTORY =
  'torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False';

/** Overloads are separated by `|`; `%` stands for a factory's keywords. */
const FUNCTIONS: Record<string, string> = {
  addmm:
    'Tensor input, Tensor mat1, Tensor mat2, *, Number beta = 1, Number alpha = 1, Tensor out = None|Tensor input, Tensor mat1, Tensor mat2, torch.dtype out_dtype, *, Number beta = 1, Number alpha = 1, Tensor out = None',
  all: 'Tensor input, *, Tensor out = None|Tensor input, tuple of ints dim = None, bool keepdim = False, *, Tensor out = None|Tensor input, int dim, bool keepdim = False, *, Tensor out = None',
  any: 'Tensor input, *, Tensor out = None|Tensor input, tuple of ints dim = None, bool keepdim = False, *, Tensor out = None|Tensor input, int dim, bool keepdim = False, *, Tensor out = None',
  arange:
    'Number end, *, Tensor out = None, %|Number start, Number end, *, %|Number start, Number end, Number step = 1, *, Tensor out = None, %',
  argsort:
    'Tensor input, *, bool stable, int dim = -1, bool descending = False, Tensor out = None|Tensor input, int dim = -1, bool descending = False',
  atleast_1d: 'Tensor input|tuple of Tensors tensors',
  atleast_2d: 'Tensor input|tuple of Tensors tensors',
  atleast_3d: 'Tensor input|tuple of Tensors tensors',
  baddbmm:
    'Tensor input, Tensor batch1, Tensor batch2, *, Number beta = 1, Number alpha = 1, Tensor out = None|Tensor input, Tensor batch1, Tensor batch2, torch.dtype out_dtype, *, Number beta = 1, Number alpha = 1, Tensor out = None',
  bartlett_window: 'int window_length, *, %|int window_length, bool periodic, *, %',
  bernoulli:
    'Tensor input, *, torch.Generator generator = None, Tensor out = None|Tensor input, float p, *, torch.Generator generator = None',
  bitwise_and:
    'Tensor input, Tensor other, *, Tensor out = None|Number self, Tensor other|Tensor input, Number other, *, Tensor out = None',
  bitwise_left_shift:
    'Tensor input, Tensor other, *, Tensor out = None|Number self, Tensor other|Tensor input, Number other, *, Tensor out = None',
  bitwise_or:
    'Tensor input, Tensor other, *, Tensor out = None|Number self, Tensor other|Tensor input, Number other, *, Tensor out = None',
  bitwise_right_shift:
    'Tensor input, Tensor other, *, Tensor out = None|Number self, Tensor other|Tensor input, Number other, *, Tensor out = None',
  bitwise_xor:
    'Tensor input, Tensor other, *, Tensor out = None|Number self, Tensor other|Tensor input, Number other, *, Tensor out = None',
  blackman_window: 'int window_length, *, %|int window_length, bool periodic, *, %',
  bmm: 'Tensor input, Tensor mat2, *, Tensor out = None|Tensor input, Tensor mat2, torch.dtype out_dtype, *, Tensor out = None',
  bucketize:
    'Tensor input, Tensor boundaries, *, bool out_int32 = False, bool right = False, Tensor out = None|Number self, Tensor boundaries, *, bool out_int32 = False, bool right = False',
  clamp:
    'Tensor input, Tensor min = None, Tensor max = None, *, Tensor out = None|Tensor input, Number min = None, Number max = None, *, Tensor out = None',
  clamp_:
    'Tensor input, Tensor min = None, Tensor max = None|Tensor input, Number min = None, Number max = None',
  clamp_max: 'Tensor input, Tensor max, *, Tensor out = None|Tensor input, Number max, *, Tensor out = None',
  clamp_max_: 'Tensor input, Tensor max|Tensor input, Number max',
  clamp_min: 'Tensor input, Tensor min, *, Tensor out = None|Tensor input, Number min, *, Tensor out = None',
  clamp_min_: 'Tensor input, Tensor min|Tensor input, Number min',
  clip: 'Tensor input, Tensor min = None, Tensor max = None, *, Tensor out = None|Tensor input, Number min = None, Number max = None, *, Tensor out = None',
  clip_:
    'Tensor input, Tensor min = None, Tensor max = None|Tensor input, Number min = None, Number max = None',
  conv1d:
    'Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1|Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, str padding = "valid", tuple of ints dilation = 1, int groups = 1',
  conv2d:
    'Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1|Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, str padding = "valid", tuple of ints dilation = 1, int groups = 1',
  conv3d:
    'Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1|Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, str padding = "valid", tuple of ints dilation = 1, int groups = 1',
  copysign:
    'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  count_nonzero: 'Tensor input, int dim = None|Tensor input, tuple of ints dim',
  ctc_loss:
    'Tensor log_probs, Tensor targets, tuple of ints input_lengths, tuple of ints target_lengths, int blank = 0, int reduction = at::Reduction::Mean, bool zero_infinity = False|Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank = 0, int reduction = at::Reduction::Mean, bool zero_infinity = False',
  cumulative_trapezoid: 'Tensor y, Tensor x, *, int dim = -1|Tensor y, *, Number dx = 1, int dim = -1',
  div: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Tensor other, *, str rounding_mode, Tensor out = None|Tensor input, Number other, *, str rounding_mode',
  divide:
    'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Tensor other, *, str rounding_mode, Tensor out = None|Tensor input, Number other|Tensor input, Number other, *, str rounding_mode',
  dsplit: 'Tensor input, int sections|Tensor input, tuple of ints indices',
  embedding_bag:
    'Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode, bool sparse, Tensor per_sample_weights, bool include_last_offset, int padding_idx|Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq = False, int mode = 0, bool sparse = False, Tensor per_sample_weights = None, bool include_last_offset = False',
  eq: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  eye: 'int n, *, Tensor out = None, %|int n, int m, *, Tensor out = None, %',
  fill: 'Tensor input, Tensor value|Tensor input, Number value',
  fill_: 'Tensor input, Tensor value|Tensor input, Number value',
  float_power:
    'Tensor input, Tensor exponent, *, Tensor out = None|Number self, Tensor exponent, *, Tensor out = None|Tensor input, Number exponent, *, Tensor out = None',
  floor_divide: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other',
  fmod: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  ge: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  greater:
    'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  greater_equal:
    'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  gru: 'Tensor data, Tensor batch_sizes, Tensor hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional|Tensor input, Tensor hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first',
  gt: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  hamming_window:
    'int window_length, *, %|int window_length, bool periodic, *, %|int window_length, bool periodic, float alpha, *, %|int window_length, bool periodic, float alpha, float beta, *, %',
  hann_window: 'int window_length, *, %|int window_length, bool periodic, *, %',
  hsplit: 'Tensor input, int sections|Tensor input, tuple of ints indices',
  index_fill:
    'Tensor input, int dim, Tensor index, Tensor value|Tensor input, int dim, Tensor index, Number value',
  isin: 'Tensor elements, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor out = None|Number element, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor out = None|Tensor elements, Number test_element, *, bool assume_unique = False, bool invert = False, Tensor out = None',
  kaiser_window:
    'int window_length, *, %|int window_length, bool periodic, *, %|int window_length, bool periodic, float beta, *, %',
  le: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  lerp: 'Tensor input, Tensor end, Tensor weight, *, Tensor out = None|Tensor input, Tensor end, Number weight, *, Tensor out = None',
  less: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  less_equal:
    'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  linalg_cond:
    'Tensor input, Number p = None, *, Tensor out = None|Tensor input, str p, *, Tensor out = None',
  linalg_matrix_norm:
    'Tensor input, Number ord, tuple of ints dim = {-2,-1}, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None|Tensor input, str ord = "fro", tuple of ints dim = {-2,-1}, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None',
  linalg_matrix_rank:
    'Tensor input, *, Tensor atol = None, Tensor rtol = None, bool hermitian = False, Tensor out = None|Tensor input, *, float atol = None, float rtol = None, bool hermitian = False, Tensor out = None|Tensor input, Tensor tol, bool hermitian = False, *, Tensor out = None|Tensor input, float tol, bool hermitian = False, *, Tensor out = None',
  linalg_norm:
    'Tensor input, Number ord = None, tuple of ints dim = None, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None|Tensor input, str ord, tuple of ints dim = None, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None',
  linalg_pinv:
    'Tensor input, *, Tensor atol = None, Tensor rtol = None, bool hermitian = False, Tensor out = None|Tensor input, *, float atol = None, float rtol = None, bool hermitian = False, Tensor out = None|Tensor input, Tensor rcond, bool hermitian = False, *, Tensor out = None|Tensor input, float rcond, bool hermitian = False, *, Tensor out = None',
  linspace:
    'Tensor start, Tensor end, int steps, *, Tensor out = None, %|Number start, Tensor end, int steps, *, Tensor out = None, %|Tensor start, Number end, int steps, *, Tensor out = None, %|Number start, Number end, int steps, *, Tensor out = None, %',
  logspace:
    'Tensor start, Tensor end, int steps, float base = 10.0, *, Tensor out = None, %|Number start, Tensor end, int steps, float base = 10.0, *, Tensor out = None, %|Tensor start, Number end, int steps, float base = 10.0, *, Tensor out = None, %|Number start, Number end, int steps, float base = 10.0, *, Tensor out = None, %',
  lstm: 'Tensor data, Tensor batch_sizes, tuple of Tensors hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional|Tensor input, tuple of Tensors hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first',
  lt: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  masked_fill: 'Tensor input, Tensor mask, Tensor value|Tensor input, Tensor mask, Number value',
  max: 'Tensor input, *, Tensor out = None|Tensor input, Tensor other, *, Tensor out = None|Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None',
  mean: 'Tensor input, *, torch.dtype dtype = None, Tensor out = None|Tensor input, tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None',
  median: 'Tensor input|Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None',
  meshgrid: 'tuple of Tensors tensors|tuple of Tensors tensors, *, str indexing',
  min: 'Tensor input, *, Tensor out = None|Tensor input, Tensor other, *, Tensor out = None|Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None',
  mm: 'Tensor input, Tensor mat2, *, Tensor out = None|Tensor input, Tensor mat2, torch.dtype out_dtype, *, Tensor out = None',
  moveaxis:
    'Tensor input, int source, int destination|Tensor input, tuple of ints source, tuple of ints destination',
  movedim:
    'Tensor input, int source, int destination|Tensor input, tuple of ints source, tuple of ints destination',
  multiply: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other',
  nanmedian: 'Tensor input|Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None',
  nanquantile:
    'Tensor input, Tensor q, int dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor out = None|Tensor input, float q, int dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor out = None',
  narrow: 'Tensor input, int dim, Tensor start, int length|Tensor input, int dim, int start, int length',
  ne: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  norm: 'Tensor input, Number p = 2|Tensor input, Number p, *, torch.dtype dtype|Tensor input, Number p, tuple of ints dim, bool keepdim, *, torch.dtype dtype, Tensor out = None|Tensor input, Number p, tuple of ints dim, bool keepdim = False, *, Tensor out = None',
  normal:
    'Tensor mean, Tensor std, *, torch.Generator generator = None, Tensor out = None|Tensor mean, float std = 1, *, torch.Generator generator = None, Tensor out = None|float mean, Tensor std, *, torch.Generator generator = None, Tensor out = None|float mean, float std, tuple of ints size, *, torch.Generator generator = None, Tensor out = None, %',
  not_equal:
    'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  nuclear_norm:
    'Tensor input, tuple of ints dim, bool keepdim = False, *, Tensor out = None|Tensor input, bool keepdim = False, *, Tensor out = None',
  pow: 'Tensor input, Tensor exponent, *, Tensor out = None|Number self, Tensor exponent, *, Tensor out = None|Tensor input, Number exponent, *, Tensor out = None',
  prod: 'Tensor input, *, torch.dtype dtype = None|Tensor input, int dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None',
  quantile:
    'Tensor input, Tensor q, int dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor out = None|Tensor input, float q, int dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor out = None',
  rand: 'tuple of ints size, *, torch.Generator generator, Tensor out = None, %|tuple of ints size, *, Tensor out = None, %',
  rand_like:
    'Tensor input, *, torch.Generator generator, torch.memory_format memory_format = None, %|Tensor input, *, torch.memory_format memory_format = None, %',
  randint:
    'int high, tuple of ints size, *, torch.Generator generator, Tensor out = None, %|int high, tuple of ints size, *, Tensor out = None, %|int low, int high, tuple of ints size, *, torch.Generator generator, Tensor out = None, %|int low, int high, tuple of ints size, *, Tensor out = None, %',
  randint_like:
    'Tensor input, int low, int high, *, torch.Generator generator, torch.memory_format memory_format = None, %|Tensor input, int low, int high, *, torch.memory_format memory_format = None, %|Tensor input, Tensor high, *, torch.Generator generator, torch.memory_format memory_format = None, %|Tensor input, Tensor high, *, torch.memory_format memory_format = None, %|Tensor input, int high, *, torch.Generator generator, torch.memory_format memory_format = None, %|Tensor input, int high, *, torch.memory_format memory_format = None, %',
  ones: 'tuple of ints size, *, Tensor out = None, %',
  randn:
    'tuple of ints size, *, torch.Generator generator, Tensor out = None, %|tuple of ints size, *, Tensor out = None, %',
  randn_like:
    'Tensor input, *, torch.Generator generator, torch.memory_format memory_format = None, %|Tensor input, *, torch.memory_format memory_format = None, %',
  randperm: 'int n, *, torch.Generator generator, Tensor out = None, %|int n, *, Tensor out = None, %',
  remainder:
    'Tensor input, Tensor other, *, Tensor out = None|Number self, Tensor other|Tensor input, Number other, *, Tensor out = None',
  repeat_interleave:
    'Tensor input, Tensor repeats, int dim = None, *, int output_size = None|Tensor repeats, *, int output_size = None|Tensor input, int repeats, int dim = None, *, int output_size = None',
  rnn_relu:
    'Tensor data, Tensor batch_sizes, Tensor hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional|Tensor input, Tensor hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first',
  rnn_tanh:
    'Tensor data, Tensor batch_sizes, Tensor hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional|Tensor input, Tensor hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first',
  round: 'Tensor input, *, Tensor out = None|Tensor input, *, int decimals, Tensor out = None',
  round_: 'Tensor input|Tensor input, *, int decimals',
  rsub: 'Tensor input, Tensor other, *, Number alpha = 1|Tensor input, Number other, Number alpha = 1',
  scatter:
    'Tensor input, int dim, Tensor index, Tensor src, *, Tensor out = None|Tensor input, int dim, Tensor index, Tensor src, *, str reduce, Tensor out = None|Tensor input, int dim, Tensor index, Number value, *, Tensor out = None|Tensor input, int dim, Tensor index, Number value, *, str reduce, Tensor out = None',
  searchsorted:
    'Tensor sorted_sequence, Tensor input, *, bool out_int32 = False, bool right = False, str side = None, Tensor sorter = None, Tensor out = None|Tensor sorted_sequence, Number self, *, bool out_int32 = False, bool right = False, str side = None, Tensor sorter = None, Tensor out = None',
  sort: 'Tensor input, *, bool stable, int dim = -1, bool descending = False, tuple of Tensors out = None|Tensor input, int dim = -1, bool descending = False, *, tuple of Tensors out = None',
  special_chebyshev_polynomial_t:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_chebyshev_polynomial_u:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_chebyshev_polynomial_v:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_chebyshev_polynomial_w:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_hermite_polynomial_h:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_hermite_polynomial_he:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_laguerre_polynomial_l:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_legendre_polynomial_p:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_shifted_chebyshev_polynomial_t:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_shifted_chebyshev_polynomial_u:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_shifted_chebyshev_polynomial_v:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_shifted_chebyshev_polynomial_w:
    'Tensor x, Tensor n, *, Tensor out = None|Number x, Tensor n, *, Tensor out = None|Tensor x, Number n, *, Tensor out = None',
  special_xlog1py:
    'Tensor input, Tensor other, *, Tensor out = None|Number self, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  special_xlogy:
    'Tensor input, Tensor other, *, Tensor out = None|Number self, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  special_zeta:
    'Tensor input, Tensor other, *, Tensor out = None|Number self, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  split: 'Tensor input, int split_size, int dim = 0|Tensor input, tuple of ints split_size, int dim = 0',
  squeeze: 'Tensor input|Tensor input, int dim|Tensor input, tuple of ints dim',
  squeeze_copy:
    'Tensor input, *, Tensor out = None|Tensor input, int dim, *, Tensor out = None|Tensor input, tuple of ints dim, *, Tensor out = None',
  std: 'Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False, *, Tensor out = None|Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False, Tensor out = None|Tensor input, bool unbiased = True',
  std_mean:
    'Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False|Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False|Tensor input, bool unbiased = True',
  stft: 'Tensor input, int n_fft, int hop_length = None, int win_length = None, Tensor window = None, bool center = True, str pad_mode = "reflect", bool normalized = False, bool onesided = None, bool return_complex = None, bool align_to_window = None|Tensor input, int n_fft, int hop_length = None, int win_length = None, Tensor window = None, bool normalized = False, bool onesided = None, bool return_complex = None, bool align_to_window = None',
  subtract:
    'Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None|Tensor input, Number other, Number alpha = 1',
  sum: 'Tensor input, *, torch.dtype dtype = None|Tensor input, tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None',
  tensor_split:
    'Tensor input, tuple of ints indices, int dim = 0|Tensor input, Tensor tensor_indices_or_sections, int dim = 0|Tensor input, int sections, int dim = 0',
  trapezoid: 'Tensor y, Tensor x, *, int dim = -1|Tensor y, *, Number dx = 1, int dim = -1',
  trapz: 'Tensor y, *, float dx = 1, int dim = -1|Tensor y, Tensor x, *, int dim = -1',
  true_divide: 'Tensor input, Tensor other, *, Tensor out = None|Tensor input, Number other',
  upsample_bicubic2d:
    'Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors|Tensor input, tuple of ints output_size, bool align_corners, float scales_h = None, float scales_w = None, *, Tensor out = None',
  upsample_bilinear2d:
    'Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors|Tensor input, tuple of ints output_size, bool align_corners, float scales_h = None, float scales_w = None, *, Tensor out = None',
  upsample_linear1d:
    'Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors|Tensor input, tuple of ints output_size, bool align_corners, float scales = None, *, Tensor out = None',
  upsample_nearest1d:
    'Tensor input, tuple of ints output_size, tuple of floats scale_factors|Tensor input, tuple of ints output_size, float scales = None, *, Tensor out = None',
  upsample_nearest2d:
    'Tensor input, tuple of ints output_size, tuple of floats scale_factors|Tensor input, tuple of ints output_size, float scales_h = None, float scales_w = None, *, Tensor out = None',
  upsample_nearest3d:
    'Tensor input, tuple of ints output_size, tuple of floats scale_factors|Tensor input, tuple of ints output_size, float scales_d = None, float scales_h = None, float scales_w = None, *, Tensor out = None',
  upsample_trilinear3d:
    'Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors|Tensor input, tuple of ints output_size, bool align_corners, float scales_d = None, float scales_h = None, float scales_w = None, *, Tensor out = None',
  var: 'Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False, *, Tensor out = None|Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False, Tensor out = None|Tensor input, bool unbiased = True',
  var_mean:
    'Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False|Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False|Tensor input, bool unbiased = True',
  view_copy:
    'Tensor input, torch.dtype dtype, *, Tensor out = None|Tensor input, tuple of ints size, *, Tensor out = None',
  vsplit: 'Tensor input, int sections|Tensor input, tuple of ints indices',
  where:
    'Tensor condition|Tensor condition, Tensor input, Tensor other, *, Tensor out = None|Tensor condition, Number self, Tensor other|Tensor condition, Tensor input, Number other|Tensor condition, Number self, Number other',
  xlogy:
    'Tensor input, Tensor other, *, Tensor out = None|Number self, Tensor other, *, Tensor out = None|Tensor input, Number other, *, Tensor out = None',
  xlogy_: 'Tensor input, Tensor other|Tensor input, Number other',
  zeros: 'tuple of ints size, *, Tensor out = None, %',
};

const METHODS: Record<string, string> = {
  all: '|tuple of ints dim = None, bool keepdim = False|int dim, bool keepdim = False',
  any: '|tuple of ints dim = None, bool keepdim = False|int dim, bool keepdim = False',
  argsort: '*, bool stable, int dim = -1, bool descending = False|int dim = -1, bool descending = False',
  bernoulli: '*, torch.Generator generator = None|float p, *, torch.Generator generator = None',
  bernoulli_:
    'Tensor p, *, torch.Generator generator = None|float p = 0.5, *, torch.Generator generator = None',
  bitwise_and: 'Tensor other|Number other',
  bitwise_and_: 'Tensor other|Number other',
  bitwise_left_shift: 'Tensor other|Number other',
  bitwise_left_shift_: 'Tensor other|Number other',
  bitwise_or: 'Tensor other|Number other',
  bitwise_or_: 'Tensor other|Number other',
  bitwise_right_shift: 'Tensor other|Number other',
  bitwise_right_shift_: 'Tensor other|Number other',
  bitwise_xor: 'Tensor other|Number other',
  bitwise_xor_: 'Tensor other|Number other',
  clamp: 'Tensor min = None, Tensor max = None|Number min = None, Number max = None',
  clamp_: 'Tensor min = None, Tensor max = None|Number min = None, Number max = None',
  clamp_max: 'Tensor max|Number max',
  clamp_max_: 'Tensor max|Number max',
  clamp_min: 'Tensor min|Number min',
  clamp_min_: 'Tensor min|Number min',
  clip: 'Tensor min = None, Tensor max = None|Number min = None, Number max = None',
  clip_: 'Tensor min = None, Tensor max = None|Number min = None, Number max = None',
  copysign: 'Tensor other|Number other',
  copysign_: 'Tensor other|Number other',
  count_nonzero: 'int dim = None|tuple of ints dim',
  div: 'Tensor other|Tensor other, *, str rounding_mode|Number other, *, str rounding_mode',
  div_: 'Tensor other|Tensor other, *, str rounding_mode|Number other, *, str rounding_mode',
  divide: 'Tensor other|Tensor other, *, str rounding_mode|Number other|Number other, *, str rounding_mode',
  divide_: 'Tensor other|Tensor other, *, str rounding_mode|Number other|Number other, *, str rounding_mode',
  dsplit: 'int sections|tuple of ints indices',
  eq: 'Tensor other|Number other',
  eq_: 'Tensor other|Number other',
  fill_: 'Tensor value|Number value',
  float_power: 'Tensor exponent|Number exponent',
  float_power_: 'Tensor exponent|Number exponent',
  floor_divide: 'Tensor other|Number other',
  floor_divide_: 'Tensor other|Number other',
  fmod: 'Tensor other|Number other',
  fmod_: 'Tensor other|Number other',
  ge: 'Tensor other|Number other',
  ge_: 'Tensor other|Number other',
  greater: 'Tensor other|Number other',
  greater_: 'Tensor other|Number other',
  greater_equal: 'Tensor other|Number other',
  greater_equal_: 'Tensor other|Number other',
  gt: 'Tensor other|Number other',
  gt_: 'Tensor other|Number other',
  hsplit: 'int sections|tuple of ints indices',
  index_fill: 'int dim, Tensor index, Tensor value|int dim, Tensor index, Number value',
  index_fill_: 'int dim, Tensor index, Tensor value|int dim, Tensor index, Number value',
  le: 'Tensor other|Number other',
  le_: 'Tensor other|Number other',
  lerp: 'Tensor end, Tensor weight|Tensor end, Number weight',
  lerp_: 'Tensor end, Tensor weight|Tensor end, Number weight',
  less: 'Tensor other|Number other',
  less_: 'Tensor other|Number other',
  less_equal: 'Tensor other|Number other',
  less_equal_: 'Tensor other|Number other',
  lt: 'Tensor other|Number other',
  lt_: 'Tensor other|Number other',
  masked_fill: 'Tensor mask, Tensor value|Tensor mask, Number value',
  masked_fill_: 'Tensor mask, Tensor value|Tensor mask, Number value',
  max: '|Tensor other|int dim, bool keepdim = False',
  mean: '*, torch.dtype dtype = None|tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None',
  median: '|int dim, bool keepdim = False',
  min: '|Tensor other|int dim, bool keepdim = False',
  moveaxis: 'int source, int destination|tuple of ints source, tuple of ints destination',
  movedim: 'int source, int destination|tuple of ints source, tuple of ints destination',
  multiply: 'Tensor other|Number other',
  multiply_: 'Tensor other|Number other',
  nanmedian: '|int dim, bool keepdim = False',
  nanquantile:
    'Tensor q, int dim = None, bool keepdim = False, *, str interpolation = "linear"|float q, int dim = None, bool keepdim = False, *, str interpolation = "linear"',
  narrow: 'int dim, Tensor start, int length|int dim, int start, int length',
  ne: 'Tensor other|Number other',
  ne_: 'Tensor other|Number other',
  nonzero: '|*, bool as_tuple',
  not_equal: 'Tensor other|Number other',
  not_equal_: 'Tensor other|Number other',
  pow: 'Tensor exponent|Number exponent',
  pow_: 'Tensor exponent|Number exponent',
  prod: '*, torch.dtype dtype = None|int dim, bool keepdim = False, *, torch.dtype dtype = None',
  quantile:
    'Tensor q, int dim = None, bool keepdim = False, *, str interpolation = "linear"|float q, int dim = None, bool keepdim = False, *, str interpolation = "linear"',
  random_:
    '*, torch.Generator generator = None|int from, int to, *, torch.Generator generator = None|int to, *, torch.Generator generator = None',
  remainder: 'Tensor other|Number other',
  remainder_: 'Tensor other|Number other',
  repeat_interleave:
    'Tensor repeats, int dim = None, *, int output_size = None|int repeats, int dim = None, *, int output_size = None',
  round: '|*, int decimals',
  round_: '|*, int decimals',
  scatter:
    'int dim, Tensor index, Tensor src|int dim, Tensor index, Tensor src, *, str reduce|int dim, Tensor index, Number value|int dim, Tensor index, Number value, *, str reduce',
  scatter_:
    'int dim, Tensor index, Tensor src|int dim, Tensor index, Tensor src, *, str reduce|int dim, Tensor index, Number value|int dim, Tensor index, Number value, *, str reduce',
  sort: '*, bool stable, int dim = -1, bool descending = False|int dim = -1, bool descending = False',
  squeeze: '|int dim|tuple of ints dim',
  squeeze_: '|int dim|tuple of ints dim',
  std: 'tuple of ints dim, bool unbiased = True, bool keepdim = False|tuple of ints dim = None, *, Number correction = None, bool keepdim = False|bool unbiased = True',
  subtract: 'Tensor other, *, Number alpha = 1|Number other, Number alpha = 1',
  subtract_: 'Tensor other, *, Number alpha = 1|Number other, Number alpha = 1',
  sum: '*, torch.dtype dtype = None|tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None',
  tensor_split:
    'tuple of ints indices, int dim = 0|Tensor tensor_indices_or_sections, int dim = 0|int sections, int dim = 0',
  true_divide: 'Tensor other|Number other',
  true_divide_: 'Tensor other|Number other',
  var: 'tuple of ints dim, bool unbiased = True, bool keepdim = False|tuple of ints dim = None, *, Number correction = None, bool keepdim = False|bool unbiased = True',
  view: 'torch.dtype dtype|tuple of ints size',
  vsplit: 'int sections|tuple of ints indices',
  where: 'Tensor condition, Tensor other|Tensor condition, Number other',
  xlogy: 'Tensor other|Number other',
  xlogy_: 'Tensor other|Number other',
};

/** The listed signatures of a function of torch (or of Tensor); undefined where there is one only. */
export function listedSignatures(name: string, method: boolean): string[] | undefined {
  const table = method ? METHODS : FUNCTIONS;
  return Object.hasOwn(table, name)
    ? table[name]!.split('|').map((signature) => `(${signature.replace('%', FACTORY)})`)
    : undefined;
}
