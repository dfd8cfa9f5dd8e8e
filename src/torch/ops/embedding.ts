/** embedding, embedding_bag and their gradients. */
export {}
