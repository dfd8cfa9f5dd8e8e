/** Indexing by tensors: index, index_put, index_select, gather, scatter, take, masked_select, nonzero, one_hot. */
export {}
