/** scaled_dot_product_attention and the kernels it chooses among. */
export {}
