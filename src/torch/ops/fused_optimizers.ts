/** _fused_adam_, _fused_adamw_, _fused_sgd_, _amp_ operators of GradScaler. */
export {}
