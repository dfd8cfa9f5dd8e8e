"""What the entries name of transformers."""
import transformers as hf

SMALL_LLAMA = dict(hidden_size=512, intermediate_size=1376, num_hidden_layers=4, num_attention_heads=8, num_key_value_heads=4,
                   vocab_size=32000)


def checkpointed():
    model = hf.GPT2LMHeadModel(hf.GPT2Config())
    model.gradient_checkpointing_enable()
    return model
