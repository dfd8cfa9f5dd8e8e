"""diffusers: the training step of small denoisers, autoencoders and transformers, from the library's own source."""
import torch
from diffusers import (AutoencoderKL, ControlNetModel, DDPMScheduler, DiTTransformer2DModel, PixArtTransformer2DModel, SD3Transformer2DModel,
                       FluxTransformer2DModel, Transformer2DModel, UNet1DModel, UNet2DConditionModel, UNet2DModel, VQModel)

from model_truth import account


def noise(*shape):
    return torch.empty(*shape, device="cuda")


def steps(n):
    return torch.ones(n, dtype=torch.int64, device="cuda")


def sample(model, *args):
    return model(*args).sample


UNET = dict(sample_size=32, block_out_channels=(32, 64), layers_per_block=1, norm_num_groups=8)
CONDITIONAL = dict(UNET, down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"), up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"),
                   cross_attention_dim=64, attention_head_dim=8)
PLAIN = dict(UNET, down_block_types=("DownBlock2D", "AttnDownBlock2D"), up_block_types=("AttnUpBlock2D", "UpBlock2D"), attention_head_dim=8)


def conditional(**options):
    return UNet2DConditionModel(**CONDITIONAL, **options)


def checkpointed():
    model = conditional()
    model.enable_gradient_checkpointing()
    return model


def latents():
    return noise(2, 4, 32, 32), steps(2), noise(2, 77, 64)


def denoising_loss(model, images):
    """The loop of diffusers' training examples."""
    scheduler = DDPMScheduler(num_train_timesteps=1000)
    target = torch.randn(images.shape, device=images.device)
    timesteps = torch.randint(0, scheduler.config.num_train_timesteps, (images.shape[0],), device=images.device, dtype=torch.int64)
    noisy = scheduler.add_noise(images, target, timesteps)
    return torch.nn.functional.mse_loss(model(noisy, timesteps, return_dict=False)[0], target)


account("diffusers/UNet2DConditionModel/fp32/b2", conditional, latents, call=sample)
account("diffusers/UNet2DConditionModel/amp-bf16/b2", conditional, latents, call=sample, precision="amp-bf16")
account("diffusers/UNet2DConditionModel/checkpointed/b2", checkpointed, latents, call=sample)
account("diffusers/UNet2DModel/ddpm/b4", lambda: UNet2DModel(**PLAIN), lambda: (noise(4, 3, 32, 32),), call=denoising_loss)
account("diffusers/AutoencoderKL/fp32/b2",
        lambda: AutoencoderKL(down_block_types=("DownEncoderBlock2D",) * 2, up_block_types=("UpDecoderBlock2D",) * 2,
                              block_out_channels=(32, 64), norm_num_groups=8, sample_size=32),
        lambda: (noise(2, 3, 32, 32),), call=sample)
account("diffusers/VQModel/fp32/b2", lambda: VQModel(block_out_channels=(32,), norm_num_groups=8, num_vq_embeddings=64), lambda: (noise(2, 3, 32, 32),), call=sample)
account("diffusers/DiTTransformer2DModel/fp32/b2",
        lambda: DiTTransformer2DModel(num_attention_heads=4, attention_head_dim=16, in_channels=4, num_layers=2, sample_size=16),
        lambda: (noise(2, 4, 16, 16), steps(2), steps(2)), call=lambda model, x, t, y: model(x, timestep=t, class_labels=y).sample)
account("diffusers/Transformer2DModel/fp32/b2",
        lambda: Transformer2DModel(num_attention_heads=4, attention_head_dim=16, in_channels=32, num_layers=1, cross_attention_dim=64, norm_num_groups=8),
        lambda: (noise(2, 32, 16, 16), noise(2, 77, 64)), call=sample)
account("diffusers/PixArtTransformer2DModel/fp32/b2",
        lambda: PixArtTransformer2DModel(num_attention_heads=4, attention_head_dim=16, in_channels=4, num_layers=2, sample_size=16, cross_attention_dim=64,
                                         caption_channels=32),
        lambda: (noise(2, 4, 16, 16), noise(2, 20, 32), steps(2)),
        call=lambda model, x, c, t: model(x, encoder_hidden_states=c, timestep=t, added_cond_kwargs={"resolution": None, "aspect_ratio": None}).sample)
account("diffusers/SD3Transformer2DModel/bf16/b2",
        lambda: SD3Transformer2DModel(sample_size=16, patch_size=2, in_channels=4, num_layers=2, attention_head_dim=16, num_attention_heads=4,
                                      joint_attention_dim=32, caption_projection_dim=64, pooled_projection_dim=64, out_channels=4),
        lambda: (noise(2, 4, 16, 16), noise(2, 20, 32), noise(2, 64), steps(2)),
        call=lambda model, x, c, p, t: model(x, encoder_hidden_states=c, pooled_projections=p, timestep=t).sample, precision="bf16")
account("diffusers/FluxTransformer2DModel/fp32/b1",
        lambda: FluxTransformer2DModel(patch_size=1, in_channels=4, num_layers=1, num_single_layers=1, attention_head_dim=16, num_attention_heads=2,
                                       joint_attention_dim=32, pooled_projection_dim=32, axes_dims_rope=(4, 4, 8)),
        lambda: (noise(1, 64, 4), noise(1, 16, 32), noise(1, 32), torch.ones(1, device="cuda"), torch.zeros(64, 3, device="cuda"), torch.zeros(16, 3, device="cuda")),
        call=lambda model, x, c, p, t, i, j: model(x, encoder_hidden_states=c, pooled_projections=p, timestep=t, img_ids=i, txt_ids=j).sample)
account("diffusers/UNet1DModel/fp32/b2",
        lambda: UNet1DModel(block_out_channels=(32, 64), in_channels=14, out_channels=14, time_embedding_type="positional", use_timestep_embedding=True,
                            out_block_type="OutConv1DBlock", flip_sin_to_cos=False, freq_shift=1, mid_block_type="MidResTemporalBlock1D",
                            down_block_types=("DownResnetBlock1D", "DownResnetBlock1D"), up_block_types=("UpResnetBlock1D",), act_fn="swish", norm_num_groups=8,
                            layers_per_block=1, downsample_each_block=False),
        lambda: (noise(2, 14, 16), steps(2)), call=sample)
