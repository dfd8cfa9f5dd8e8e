"""Every `*Model` and `*ForCausalLM` of transformers, built from its default configuration with two layers, and run once."""
import inspect

import torch
import transformers

import corpus

DEPTHS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers", "decoder_layers", "num_encoder_layers",
          "num_decoder_layers", "num_hidden_groups", "depth", "encoder_num_hidden_layers", "decoder_num_hidden_layers",
          "num_block_records", "num_blocks")


def shallow(config_class):
    """The default configuration, and those inside it, with two layers where they count them."""
    default = config_class()
    options = {}
    for name in DEPTHS:
        depth = getattr(default, name, None)
        if type(depth) is int and depth > 2 and name not in getattr(config_class, "attribute_map", {}):
            options[name] = 2
    for name, sub in (getattr(config_class, "sub_configs", None) or {}).items():
        inner = getattr(default, name, None)
        if inner is not None and type(inner).__module__.startswith("transformers."):
            options[name] = shallow(type(inner))
    return config_class(**options) if options else default


def first(config, *names):
    """The first attribute that is there, in the configuration or in one inside it."""
    inner = [getattr(config, name, None) for name in ("vision_config", "text_config", "audio_config", "encoder_config", "backbone_config")]
    for one in [config, *inner]:
        for name in names:
            value = getattr(one, name, None)
            if value is not None:
                return value
    return None


def pictures(config):
    size = first(config, "image_size", "img_size", "input_size") or 224
    height, width = size if isinstance(size, (list, tuple)) else (size, size)
    return torch.empty(1, first(config, "num_channels", "in_channels") or 3, height, width, device="cuda")


def tokens():
    return torch.ones(1, 16, dtype=torch.int64, device="cuda")


def arguments_of(model, parts):
    """Arguments by the names that the forward takes, of these parts: text, pictures, sound, decoder."""
    config = model.config
    takes = inspect.signature(model.forward).parameters
    given = {}
    if "text" in parts and "input_ids" in takes:
        given["input_ids"] = tokens()
    if "pictures" in parts and "pixel_values" in takes:
        given["pixel_values"] = pictures(config)
    if "sound" in parts and "input_values" in takes:
        given["input_values"] = torch.empty(1, 16000, device="cuda")
    if "sound" in parts and "input_features" in takes:
        bins = first(config, "num_mel_bins", "feature_size", "input_feat_per_channel") or 80
        given["input_features"] = torch.empty(1, bins, 2 * (first(config, "max_source_positions") or 200), device="cuda")
    if "decoder" in parts and "decoder_input_ids" in takes:
        given["decoder_input_ids"] = tokens()
    return given


def choices(model):
    """The arguments to try, one after another: what most models take first."""
    sets = []
    for parts in (("text", "decoder"), ("pictures", "decoder"), ("sound", "decoder"), ("text", "pictures", "decoder"),
                  ("text", "sound", "decoder")):
        given = arguments_of(model, parts)
        if given and all(given.keys() != other.keys() for other in sets):
            sets.append(given)
    return sets


def inputs(model):
    """The first of the choices that the model runs with; the last where it runs with none."""
    sets = choices(model)
    for given in sets[:-1]:
        try:
            with torch.no_grad():
                model(**given)
            return given
        except Exception:
            pass
    return sets[-1] if sets else {}


def call(model, given):
    return model(**given)


def names():
    for name in dir(transformers):
        abstract = name.startswith("Auto") or name.endswith(("PreTrainedModel", "PretrainedModel"))
        if name.endswith(("Model", "ForCausalLM")) and not abstract:
            yield name


def case(name):
    def build():
        cls = getattr(transformers, name)
        with torch.device("cuda"):
            return cls(shallow(cls.config_class)).eval()

    return build, inputs, call


transformers.logging.set_verbosity_error()
corpus.run(names(), case)
